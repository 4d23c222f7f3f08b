import { expect, test } from "vitest";
import type { TraceEntry } from "../trace/trace.ts";
import { acted, balanceOf as balance, called, seenOf } from "./testing/told.ts";

const opened = () => called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: "w-1" });
const cancelled = () => called("cancelWithdrawal", { withdrawId: "w-1" }, 200);
/** Entries come a second after one another. */
const pause = () => ["list", "list", "list"].map(() => called("listWebhookEvents", {}, 200));

function moved(...trace: readonly TraceEntry[]) {
  return seenOf(trace).movements.map(({ end, lessCents, isSettled }) => [end, lessCents, isSettled]);
}

test("a cancelled withdrawal has moved what is missing, or more, by the time that all is back", () => {
  expect(moved(balance(9_000), opened(), cancelled(), ...pause(), balance(9_275))).toEqual([["cancelled", -275, true]]);
  expect(moved(balance(9_000), opened(), cancelled(), balance(8_500))).toEqual([["cancelled", 500, false]]);
});

test("what the run has had paid in between is no part of it, nor is what is held of that", () => {
  const before = [balance(9_000), acted("make-charge", { total: 700 }, { chargeId: "c-1" }), opened()];
  const paid = acted("pay-charge", { chargeId: "c-1" });
  expect(moved(...before, paid, cancelled(), ...pause(), balance(9_600, 100))).toEqual([["cancelled", 0, true]]);
});

test("a balance that was read while a charge was paid may have it or not", () => {
  const made = acted("make-charge", { total: 700 }, { chargeId: "c-1" });
  const reading = balance(9_700);
  const paid = acted("pay-charge", { chargeId: "c-1" });
  const slow = { ...reading, answeredAt: paid.at + 100 };
  expect(moved(made, slow, paid, opened(), cancelled(), ...pause(), balance(9_700))).toEqual([]);
});

test("a payment that is booked late is no part of the withdrawal that comes soon after it", () => {
  const before = () => [
    balance(9_000),
    called("initiateWithdrawal", { value: 700 }, 200, { withdrawId: "w-0" }),
    called("confirmWithdrawal", { withdrawId: "w-0", otpCode: "123456" }, 200, { status: "APPROVED" }),
    called("listWithdrawals", {}, 200, [{ withdrawId: "w-0", status: "CONFIRMED", endToEndId: "E1" }]),
  ];
  const after = () => [balance(9_000), opened(), cancelled(), ...pause(), balance(8_300)];
  expect(moved(...before(), ...after())).toEqual([["paid", 0, false]]);
  expect(moved(...before(), ...pause(), ...pause(), ...after())).toEqual([
    ["paid", 0, true],
    ["cancelled", 700, true],
  ]);
});

test("nothing is known where something else may have moved money", () => {
  const disputed = acted("dispute-charge", { chargeId: "c-1" });
  expect(moved(balance(9_000), opened(), disputed, cancelled(), ...pause(), balance(9_000))).toEqual([]);
  // An initiation without an answer may have opened a withdrawal of the same amount.
  const lost = () => called("initiateWithdrawal", { value: 500 }, 502);
  expect(moved(balance(9_000), lost(), opened(), cancelled(), ...pause(), balance(8_500))).toEqual([]);
  expect(moved(lost(), balance(8_500), opened(), cancelled(), ...pause(), balance(9_000))).toEqual([]);
});

test("a payment that has failed is not in the way of later ones", () => {
  const failed = [
    called("initiateWithdrawal", { value: 700 }, 200, { withdrawId: "w-0" }),
    called("confirmWithdrawal", { withdrawId: "w-0", otpCode: "123456" }, 200, { status: "APPROVED" }),
    called("listWithdrawals", {}, 200, [{ withdrawId: "w-0", status: "FAILED" }]),
  ];
  const after = [...pause(), ...pause(), balance(9_000), opened(), cancelled(), ...pause(), balance(8_300)];
  expect(moved(...failed, ...after)).toEqual([["cancelled", 700, true]]);
});
