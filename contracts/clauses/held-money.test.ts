import { expect, test } from "vitest";
import { acted, arrived, called } from "../model/testing/told.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const raises = "holds.release-raises-balance";
const releaseAt = "2026-01-05T12:00:00.000Z";

type Held = readonly (readonly [chargeId: string, amountCents: number])[];

function balance(available: number, held: Held) {
  const reserveHolds = held.map(([chargeId, amountCents]) => ({ chargeId, amountCents, releaseAt }));
  const reservedBalance = reserveHolds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return called("getBalance", {}, 200, { data: { balance: available, reservedBalance, reserveHolds } });
}

test("a release that leaves the balance as it was is broken, though a charge was paid at another release", () => {
  const made = acted("make-charge", { total: 900 }, { chargeId: "c3" });
  const paid = acted("pay-charge", { chargeId: "c3" });
  const first = balance(1_000, Object.entries({ c1: 100, c2: 200 }));
  expect(verdictOf(raises, [first, made, paid, balance(1_900, [["c2", 200]]), balance(1_900, [])])).toBe("broken");
  expect(verdictOf(raises, [first, made, paid, balance(2_000, [["c2", 200]]), balance(2_200, [])])).toBe("passed");
});

test("with a charge that others paid between two readings, a payout that is worth more than is missing may explain it", () => {
  const first = balance(5_000, [["c1", 200]]);
  const payout = called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: "w1" });
  const paid = arrived({ event: "charge.paid", data: { chargeId: "c9" } });
  expect(verdictOf(raises, [first, payout, paid, balance(5_000, [])])).toBe("passed");
  expect(verdictOf(raises, [first, payout, balance(5_000, [])])).toBe("broken");
});

test("what others take while their charges come and go is no part of a release that did not arrive", () => {
  const first = balance(5_000, [["c1", 200]]);
  const others: Held = [["c9", 20]];
  expect(verdictOf(raises, [first, balance(5_150, others)])).toBe("not-judged");
  expect(verdictOf(raises, [first, balance(5_150, [])])).toBe("broken");
  expect(verdictOf(raises, [first, balance(5_000, others)])).toBe("broken");
});

test("what others pay while withdrawals are cancelled may be the same each time", () => {
  const cancelled = (id: string) => [
    called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: id }),
    called("cancelWithdrawal", { withdrawId: id }, 200),
    ...["list", "list", "list"].map(() => called("listWebhookEvents", {}, 200)),
  ];
  const after = (step: number) => {
    const first = [balance(5_000, []), ...cancelled("w1"), balance(5_000 + step, [])];
    return verdictOf("money.ended-withdrawal", [...first, ...cancelled("w2"), balance(5_000 + 2 * step, [])]);
  };
  expect([0, 999, -100, -500].map(after)).toEqual(["passed", "passed", "broken", "broken"]);
});

test("a chargeback that the run made later has taken nothing of what was released before", () => {
  const [held, released] = [balance(1_000, [["c1", 100]]), balance(1_000, [])];
  const disputed = acted("dispute-charge", { chargeId: "c1" });
  const told = arrived({ event: "dispute.chargeback", data: { chargeId: "c1" } });
  expect(verdictOf(raises, [held, released, disputed, told])).toBe("broken");
  expect(verdictOf(raises, [held, released, told])).toBe("not-judged");
});

test("a paid charge that counts in the balance as a whole though parts of it are held is broken", () => {
  const first = balance(1_000, [["c1", 100]]);
  const made = acted("make-charge", { total: 900 }, { chargeId: "c3" });
  const paid = acted("pay-charge", { chargeId: "c3" });
  const held: Held = [
    ["c1", 100],
    ["c3", 90],
    ["c3", 90],
  ];
  const verdict = (available: number) => verdictOf("balance.available", [first, made, paid, balance(available, held)]);
  expect(verdict(1_900)).toBe("broken");
  expect(verdict(1_720)).toBe("passed");
});

test("a charge that is processed for a while counts in the balance when it is paid, and one that never does is found", () => {
  const available = "balance.paid-charge-available";
  const made = acted("make-charge", { total: 900 }, { chargeId: "c1" });
  const paid = acted("pay-charge", { chargeId: "c1" });
  const [before, processed] = [balance(1_000, []), balance(1_000, [])];
  const trace = [made, before, paid, processed].map((entry, nth) => at(entry, nth * 1_000));
  expect(verdictOf(available, [...trace, at(balance(1_900, []), 4_000)])).toBe("passed");
  expect(verdictOf(available, [...trace, at(balance(1_070, []), 3_000), at(balance(1_970, []), 4_000)])).toBe("passed");
  expect(verdictOf(available, [...trace, at(balance(1_810, [["c1", 90]]), 4_000)])).not.toBe("broken");
  expect(verdictOf(available, [...trace, at(balance(1_000, []), 20_000)])).toBe("broken");
});

test("a hold that is released before its time is found, whichever clock its time is of", () => {
  const verdict = (earlyMs: number, aheadMs: number, available = 1_100) => {
    const endsAt = Date.parse(releaseAt) - earlyMs;
    const last = at(balance(available, []), endsAt);
    const headers = { date: new Date(endsAt + aheadMs).toUTCString() };
    const told = last.kind === "call" && last.response && { ...last, response: { ...last.response, headers } };
    return told && verdictOf("holds.release-at", [at(balance(1_000, [["c1", 100]]), endsAt - 60_000), told]);
  };
  expect([verdict(20_000, 0), verdict(50_000, 30_000)]).toEqual(["broken", "broken"]);
  expect([verdict(5_000, 0), verdict(30_000, 30_000), verdict(20_000, 0, 1_000)]).toEqual(Array(3).fill("passed"));
});

/** Moves an entry to a time. */
function at(entry: TraceEntry, ms: number): TraceEntry {
  if (entry.kind === "call") return { ...entry, askedAt: ms, answeredAt: ms + 10 };
  return entry.kind === "act" ? { ...entry, startedAt: ms, at: ms + 10 } : entry;
}
