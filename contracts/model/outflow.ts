import { actsIn } from "../trace/find.ts";
import type { Bracket } from "./balances.ts";
import type { Seen } from "./seen.ts";
import type { SeenWithdrawal } from "./withdrawals.ts";

/**
 * Returns the most by which the run's own withdrawals, with their fees, can have lowered the balance between two readings.
 * When the value leaves the balance is not shown, so that one counts from its initiation until it is cancelled, declined
 * or seen to be paid. What is worth more than what is missing has not gone out.
 */
export function ownOutflow(
  { before, after }: Bracket,
  { withdrawals, decisions, payments, simulations, isBefore }: Seen,
  missingCents = Number.POSITIVE_INFINITY,
): number {
  const fees = simulations.flatMap(({ told }) => told.get("fee") ?? []);
  const feeCents = fees.length > 0 ? Math.max(...fees) : Number.POSITIVE_INFINITY;
  return withdrawals
    .filter(({ account, initiation }) => account === before.account && !isBefore(after.call, initiation))
    .filter(({ valueCents }) => !(valueCents > missingCents))
    .filter((withdrawal) => {
      const paid = payments.find((payment) => payment.withdrawal === withdrawal)?.paidBy;
      const given = decisions.get(withdrawal)?.filter(({ done }) => done === "cancelled" || done === "declined") ?? [];
      return ![paid, ...given.map(({ by }) => by)].some((end) => end !== undefined && isBefore(end, before.call));
    })
    .map(({ valueCents }) => valueCents + feeCents)
    .reduce((sum, cents) => sum + (Number.isNaN(cents) ? Number.POSITIVE_INFINITY : cents), 0);
}

/** The fee that simulations tell under the settings that a withdrawal was opened with; undefined where none does. */
export function toldFee(
  { account, initiation }: SeenWithdrawal,
  { trace, isBefore, simulations }: Seen,
): number | undefined {
  const changes = actsIn(trace, "change-settings").filter((one) => one.account === account);
  const last = changes.findLast((one) => isBefore(one, initiation));
  const next = changes.find((one) => isBefore(initiation, one));
  const own = simulations.filter(
    ({ call }) =>
      call.account === account &&
      (last === undefined || isBefore(last, call)) &&
      (next === undefined || isBefore(call, next)),
  );
  const fees = new Set(own.flatMap(({ told }) => told.get("fee") ?? []));
  return fees.size === 1 ? [...fees][0] : undefined;
}
