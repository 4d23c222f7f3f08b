import { expect, test } from "vitest";
import type { TraceEntry } from "../trace/trace.ts";
import { called, seenOf } from "./testing/told.ts";

const opened = () => called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: "77" });
const confirmed = (status: string) =>
  called("confirmWithdrawal", { withdrawId: "77", otpCode: "123456" }, 200, { status: 200, result: { status } });
const listed = (record: Readonly<Record<string, unknown>>) =>
  called("listWithdrawals", {}, 200, { page: { rows: [{ no: 77, ...record }] } });

function paymentIn(...trace: readonly TraceEntry[]) {
  return seenOf(trace).payments[0];
}

test.each([
  ["an endToEndId", { status: "APPROVED", endToEndId: "E1" }],
  ["CONFIRMED, before an endToEndId is there", { status: "CONFIRMED", endToEndId: null }],
])("a payment is confirmed by %s", (_, record) => {
  const before = [opened(), confirmed("APPROVED"), listed({ status: "APPROVED", endToEndId: null })];
  const paid = listed(record);
  expect(paymentIn(...before, paid)?.paidBy).toBe(paid);
});

test.each([null, ""])("no payment is confirmed by the endToEndId %j", (endToEndId) => {
  const payment = paymentIn(opened(), confirmed("PENDING_REVIEW"), listed({ status: "PENDING_REVIEW", endToEndId }));
  expect(payment).toMatchObject({ isReviewed: true, paidBy: undefined });
});

test("CONFIRMED does not show the payment of a withdrawal in review, whose state after approval is not shown", () => {
  const payment = paymentIn(opened(), confirmed("PENDING_REVIEW"), listed({ status: "CONFIRMED" }));
  expect(payment).toMatchObject({ isReviewed: true, paidBy: undefined });
});
