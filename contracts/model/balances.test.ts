import { expect, test } from "vitest";
import type { Call } from "../trace/trace.ts";
import { balanceReadings, brackets, canShowPayment } from "./balances.ts";
import { ownOutflow } from "./outflow.ts";
import { balanceOf, called, seenOf } from "./testing/told.ts";

const balance = (available: number) =>
  called("getBalance", {}, 200, { data: { balance: available, reserveHolds: [] } });
const initiation = (id: string) => called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: id });
const cancellation = (id: string) => called("cancelWithdrawal", { withdrawId: id }, 200);

/** Between each two readings, where the simulation tells this fee. */
function outflowsIn(trace: readonly Call[], feeCents: number): readonly number[] {
  const call = called("simulateWithdrawalFee", {}, 200, { fee: feeCents });
  const simulation = { call, asked: undefined, balance: undefined, told: new Map([["fee", feeCents]]) };
  const own = { ...seenOf(trace), simulations: [simulation] };
  return brackets(balanceReadings(trace)).map((bracket) => ownOutflow(bracket, own));
}

test("an open withdrawal may lower the balance at any moment until it is cancelled", () => {
  const trace = [
    balance(9),
    balance(9),
    initiation("w1"),
    balance(9),
    balance(9),
    cancellation("w1"),
    balance(9),
    balance(9),
  ];
  expect(outflowsIn(trace, 0)).toEqual([0, 500, 500, 500, 0]);
  expect(outflowsIn(trace, 25)).toEqual([0, 525, 525, 525, 0]);
});

test("a confirmed withdrawal may lower the balance until it is seen to be paid", () => {
  const history = (endToEndId?: string) =>
    called("listWithdrawals", {}, 200, {
      items: [{ ref: "w1", status: "APPROVED", ...(endToEndId && { endToEndId }) }],
    });
  const confirmation = called("confirmWithdrawal", { withdrawId: "w1", otpCode: "123456" }, 200, {
    status: "APPROVED",
  });
  const trace = [
    balance(9),
    initiation("w1"),
    confirmation,
    history(),
    balance(9),
    history("E1"),
    balance(9),
    balance(9),
  ];
  expect(outflowsIn(trace, 0)).toEqual([500, 500, 0]);
});

test("a reserve that grows can show a payment, and one that a release makes less cannot", () => {
  const readings = balanceReadings([balanceOf(900, 200), balanceOf(950, 250), balanceOf(1_000, 200)]);
  expect(brackets(readings).map((bracket) => canShowPayment(bracket, 500))).toEqual([true, false]);
});
