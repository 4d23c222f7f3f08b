import { type Ordered, overAt } from "../trace/order.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { actsBetween, type BalanceReading, type Bracket } from "./balances.ts";
import type { Decisions } from "./decisions.ts";
import { orderedTotal } from "./occurrences.ts";
import type { Payment } from "./payments.ts";
import type { SeenWithdrawal, WithdrawalRequests } from "./withdrawals.ts";

/** What a withdrawal of the run has moved, from a balance reading before it to one after its end. */
export interface Movement {
  readonly withdrawal: SeenWithdrawal;
  readonly end: "cancelled" | "declined" | "paid";
  readonly before: BalanceReading;
  readonly after: BalanceReading;
  /** By how much there was less in the end, with what is held; what the run had paid in is left out. */
  readonly lessCents: number;
  /** Whether time enough went by for what comes back to be back. */
  readonly isSettled: boolean;
}

interface Traced extends WithdrawalRequests, Ordered {
  readonly decisions: Decisions;
  readonly balances: readonly BalanceReading[];
  readonly payments: readonly Payment[];
  /** Calls whose answers are not the target's: what they asked for may have been done. */
  readonly lost: readonly Call[];
}

/** Returns the movements of withdrawals while which, as far as the run knows, nothing else moved money but paid charges. */
export function movementsIn(seen: Traced): readonly Movement[] {
  // In a recording anything may be missing.
  if (seen.isPartial) return [];
  return seen.withdrawals.flatMap((withdrawal) => {
    const ended = endOf(withdrawal, seen);
    const own = seen.balances.filter(({ account }) => account === withdrawal.account);
    const before = own.findLast(({ call }) => seen.isBefore(call, withdrawal.initiation));
    if (ended === undefined || before === undefined) return [];
    const others = seen.withdrawals.filter((one) => one !== withdrawal && one.account === withdrawal.account);
    const next = others.find(({ initiation }) => seen.isBefore(withdrawal.initiation, initiation))?.initiation;
    const later = own.filter(
      ({ call }) => seen.isBefore(ended.by, call) && (next === undefined || seen.isBefore(call, next)),
    );
    const isSettledAt = ({ call }: BalanceReading) => call.askedAt >= overAt(ended.by) + SETTLED_MS;
    const after = later.find(isSettledAt) ?? later.at(-1);
    const isAlone = others.every(
      (one) => !seen.isBefore(one.initiation, withdrawal.initiation) || isOver(one, before, seen),
    );
    const paidIn = after === undefined ? undefined : paidBetween(before, after, withdrawal, seen);
    if (after === undefined || !isAlone || paidIn === undefined) return [];
    const lessCents = paidIn - gainIn({ before, after });
    if (Number.isNaN(lessCents)) return [];
    return [{ withdrawal, end: ended.end, before, after, lessCents, isSettled: isSettledAt(after) }];
  });
}

function endOf(
  withdrawal: SeenWithdrawal,
  { decisions, payments }: Traced,
): { readonly end: Movement["end"]; readonly by: TraceEntry } | undefined {
  for (const { done, by } of decisions.get(withdrawal) ?? [])
    if (done === "cancelled" || done === "declined") return { end: done, by };
  const payment = payments.find((one) => one.withdrawal === withdrawal);
  const paid = payment?.shown.find(({ status, endToEndId }) => status === "CONFIRMED" && endToEndId !== undefined);
  return paid === undefined ? undefined : { end: "paid", by: paid.reading.call };
}

/** Whether nothing of an earlier withdrawal was under way any more when a balance was read; a payment may be booked late. */
function isOver(withdrawal: SeenWithdrawal, { call }: BalanceReading, seen: Traced): boolean {
  const ended = endOf(withdrawal, seen);
  const payment = seen.payments.find((one) => one.withdrawal === withdrawal);
  // What a failed payment has taken comes back, if it had left.
  const by = ended?.by ?? payment?.shown.find(({ status }) => status === "FAILED")?.reading.call;
  if (by === undefined || !seen.isBefore(by, call)) return false;
  return (ended !== undefined && ended.end !== "paid") || call.askedAt >= overAt(by) + BOOKED_MS;
}

/** Whether another withdrawal may have been opened, of which only the answer is missing, and may have been open between the two. */
function isOneLost(before: BalanceReading, after: BalanceReading, { lost, withdrawals, isBefore }: Traced): boolean {
  const opened = withdrawals.filter(({ account }) => account === before.account);
  // Once another one could be opened, it was over.
  const isOverAt = (call: Call) =>
    opened.some(({ initiation }) => isBefore(call, initiation) && isBefore(initiation, before.call));
  return lost
    .filter(({ operationId, account }) => operationId === "initiateWithdrawal" && account === before.account)
    .some((call) => isBefore(call, after.call) && !isOverAt(call));
}

/** What charges brought in that the run had paid; undefined where that is open, or something else may have moved money. */
function paidBetween(
  before: BalanceReading,
  after: BalanceReading,
  { id }: SeenWithdrawal,
  seen: Traced,
): number | undefined {
  if (isOneLost(before, after, seen)) return undefined;
  const moving = actsBetween({ before, after }, seen).filter(
    ({ capability, given }) => !still.includes(capability) && given.withdrawId !== id,
  );
  const totals = moving.map((act) => {
    // A balance that was being read at the same time may have it or not.
    const isClear = seen.isBefore(before.call, act) && seen.isBefore(act, after.call);
    return isClear && act.capability === "pay-charge"
      ? orderedTotal(seen.trace, before.account, act.given.chargeId)
      : undefined;
  });
  return totals.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}

/** These move no money. */
const still = [
  ..."make-charge expire-charge authorize-subscription reject-subscription fail-subscription".split(" "),
  ..."reactivate-webhook other-key expect-settings".split(" "),
];

/** By how much more there is in the end, with what is held; not a number where an amount is none. */
export function gainIn({ before, after }: Bracket): number {
  const [had, has] = [before, after].map(({ available, reserved }) => Number(available) + Number(reserved));
  return Number(has) - Number(had);
}

const SETTLED_MS = 2_500;
/** A payment is booked in the balance within this. */
export const BOOKED_MS = 5_000;
