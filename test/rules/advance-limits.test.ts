import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import type { Account } from "./account.ts";
import { it, startAt, startCheckedSandbox } from "./checked-sandbox.ts";
import { numberOf } from "./json-reading.ts";

const lastDay = "9999-12-31T00:00:00.000Z";

async function billDaily(account: Account): Promise<void> {
  const subscriptionId = await account.subscription({ amountCents: 1_000, interval: "P1D" });
  await account.ask("POST", `/sandbox/subscriptions/${subscriptionId}/authorize`);
}

/** Resolves when an advance is seen to be under way. */
async function underWay(account: Account): Promise<void> {
  while ((await account.now()) === startAt) await nextTurn();
}

it("an advance ends when it has caused as many events as the server allows, says what was done, and can be resumed", async () => {
  await using sandbox = await startCheckedSandbox({ advanceEvents: 100 });
  const { account, ask } = sandbox;
  await billDaily(account);
  const before = await account.position();
  const first = await ask("POST", "/sandbox/clock/advance", { by: "P90D" });
  expect([first.status, first.body]).toEqual([
    422,
    expect.objectContaining({
      code: "ADVANCE_NOT_FINISHED",
      from: startAt,
      to: "2026-05-31T12:00:00.000Z",
      at: await account.now(),
      fromPosition: before,
      position: await account.position(),
      firedTotal: (await account.position()) - before,
      attempts: { made: 0, succeeded: 0, failed: 0 },
    }),
  ]);
  expect(first.text("detail")).toMatch(/SALDO_ADVANCE_EVENTS.* To go on, advance to 2026-05-31T12:00:00\.000Z\.$/);
  let last = first;
  while (last.status === 422) last = await ask("POST", "/sandbox/clock/advance", { to: first.text("to") });
  expect([last.status, last.at("to")]).toEqual([200, "2026-05-31T12:00:00.000Z"]);
  expect(await account.events("SubscriptionChargePaid")).toHaveLength(90);
});

it("an advance ends when its client disconnects, and what was done stays done", async ({ sandbox, account }) => {
  const { url, apiKey } = sandbox;
  await billDaily(account);
  const hangUp = new AbortController();
  const asked = fetch(`${url}/sandbox/clock/advance`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ to: lastDay }),
    signal: hangUp.signal,
  });
  await underWay(account);
  hangUp.abort();
  await expect(asked).rejects.toThrow("aborted");
  while ((await sandbox.ask("PUT", "/sandbox/clock", { mode: "frozen" })).status === 409) await nextTurn();
  const now = await account.now();
  expect(startAt < now && now < lastDay).toBe(true);
  const paid = await account.events("SubscriptionChargePaid");
  expect(paid.at(-1)?.at).toBe(now);
  expect((await account.advance({ by: "P1D" })).status).toBe(200);
});

it("with the memory full nothing grows, while reading, deleting and resetting work; and it goes on when there is room", async () => {
  const memory = { isFull: false };
  await using sandbox = await startCheckedSandbox({ memory });
  const { account, ask } = sandbox;
  const doomed = await sandbox.world();
  await billDaily(account);
  const before = await account.position();
  const advancing = ask("POST", "/sandbox/clock/advance", { to: lastDay });
  await underWay(account);
  memory.isFull = true;
  const ended = await advancing;
  expect([ended.status, ended.at("code")]).toEqual([503, "MEMORY_FULL"]);
  expect(numberOf(ended, "firedTotal")).toBe(numberOf(ended, "position") - before);
  expect(ended.at("at")).toBe(await account.now());
  const refused = [
    await ask("POST", "/sandbox/clock/advance", { by: "PT1S" }),
    await ask("POST", "/sandbox/worlds", {}),
    await ask("POST", "/sandbox/charges", { total: 100 }),
    await ask("PATCH", "/sandbox/settings", { withdrawalFee: 1 }),
    await ask("POST", "/account-balance/withdraw", { value: 1_000 }),
  ];
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(String(answer.at("detail") ?? answer.at("message"))).toContain("low on memory");
  }
  expect(await account.balance()).toBeGreaterThan(150_000);
  expect((await ask("GET", "/sandbox/events?limit=1")).status).toBe(200);
  expect((await ask("DELETE", `/sandbox/worlds/${doomed.worldId}`)).status).toBe(204);
  await account.reset();
  expect(await account.balance()).toBe(150_000);
  memory.isFull = false;
  await account.charge({ total: 100 });
});
