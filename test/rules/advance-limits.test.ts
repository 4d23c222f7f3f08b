import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import type { Account } from "./account.ts";
import { it, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

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
