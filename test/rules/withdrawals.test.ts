import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import { WrappedStore } from "../../src/engine/testing/wrapped-store.ts";
import type { WorldStore } from "../../src/store/world-store.ts";
import { it, later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const expiresAt = later(startAt, 5 * minute);

// Which code is taken when, and what becomes of a withdrawal: src/domain/properties.test.ts.

it("a code goes to the responsible person, and the value leaves the balance", async ({ account, ask }) => {
  const withdrawId = await account.open(50_000);
  const inbox = await ask("GET", "/sandbox/inbox");
  const to = (await ask("GET", "/sandbox/company")).text("responsible.email");
  expect(inbox.at("messages.0")).toMatchObject({ to, withdrawId, sentAt: startAt, expiresAt });
  expect(inbox.text("messages.0.otpCode")).toMatch(/^[0-9]{6}$/);
  expect(inbox.text("messages.0.text")).toContain(inbox.text("messages.0.otpCode"));
  expect(await account.balance()).toBe(100_000);
});

it("five wrong codes block the right one, even expired; a new code counts anew", async ({ account, ask }) => {
  const withdrawId = await account.open();
  const left: unknown[] = [];
  for (const wrong of await account.wrongCodes(withdrawId, 5)) {
    left.push((await account.confirm(withdrawId, wrong)).at("data.attemptsLeft"));
  }
  expect(left).toEqual([4, 3, 2, 1, 0]);
  const shown = async () => (await account.withdrawal(withdrawId)).body;
  expect(await shown()).toMatchObject({ status: "CREATED", blocked: true, attemptsLeft: 0 });
  await account.advance({ to: expiresAt });
  expect((await account.confirm(withdrawId, await account.code(withdrawId))).status).toBe(423);
  await account.resend(withdrawId);
  expect(await shown()).toMatchObject({ status: "CREATED", blocked: false, attemptsLeft: 5 });
  expect((await ask("GET", `/sandbox/inbox?withdrawId=${withdrawId}`)).at("messages.length")).toBe(2);
  const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
  expect((await account.confirm(withdrawId, wrong)).at("data.attemptsLeft")).toBe(4);
  expect((await account.confirm(withdrawId, await account.code(withdrawId))).status).toBe(200);
});

it("a trigger decides by the value how the bank answers; a fixed code is e-mailed", async ({ account, ask }) => {
  const triggers = [{ valueEndsWith: 13, settlement: { outcome: "FAILED", reason: "closed account" } }];
  await account.settings({ triggers, otpCode: "000000" });
  expect((await ask("GET", "/sandbox/settings")).body).toMatchObject({ triggers, otpCode: "000000" });
  for (const value of [1_013, 1_014]) {
    const withdrawId = await account.open(value);
    expect(await account.code(withdrawId)).toBe("000000");
    expect((await account.confirm(withdrawId, "000000")).status).toBe(200);
  }
  await account.advance({ by: "PT10S" });
  expect((await account.history()).map(({ value, status }) => [value, status])).toEqual([
    [1_014, "CONFIRMED"],
    [1_013, "FAILED"],
  ]);
});

/** Takes fifty turns for each write, as a disk would: enough for requests that are sent together to arrive before it is done. */
class SlowStore extends WrappedStore {
  override async append(...write: Parameters<WorldStore["append"]>): Promise<void> {
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    return super.append(...write);
  }
}

it("of parallel requests each sees what the others did: one withdrawal opens, five guesses count", async () => {
  await using sandbox = await startCheckedSandbox({ store: new SlowStore() });
  const { account } = sandbox;
  const initiated = await Promise.all([account.initiate(10_000), account.initiate(10_000)]);
  const opened = initiated.find(({ status }) => status === 201);
  const withdrawId = opened?.text("data.withdrawId") ?? "";
  expect(initiated.find(({ status }) => status === 409)?.at("data.withdrawId")).toBe(withdrawId);
  expect(await account.balance()).toBe(140_000);
  const guesses = await account.wrongCodes(withdrawId, 20);
  const answers = await Promise.all(guesses.map((guess) => account.confirm(withdrawId, guess)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(422), ...Array(15).fill(423)]);
  expect(await account.events("OtpRefused")).toHaveLength(5);
});
