import { instantIn } from "../judge/instant.ts";
import { isObject, type JsonObject } from "../judge/json.ts";
import { actsIn, memberCalled, ownCallsOf } from "../trace/find.ts";
import type { Ordered } from "../trace/order.ts";
import { type Call, isSuccess, type OutsideAct, type TraceEntry } from "../trace/trace.ts";

/** One answer of the balance, as far as its amounts are whole cents. */
export interface BalanceReading {
  readonly call: Call;
  readonly account: string;
  readonly available: number | undefined;
  readonly reserved: number | undefined;
  readonly holds: readonly Hold[];
}

export interface Hold {
  readonly chargeId: string;
  readonly amountCents: number;
  /** Not a number where it is no instant. */
  readonly releaseAt: number;
}

export function balanceReadings(trace: readonly TraceEntry[]): readonly BalanceReading[] {
  return ownCallsOf(trace, "getBalance")
    .filter(isSuccess)
    .map((call) => {
      const body = call.response?.json;
      const holds = memberCalled(body, "reserveHolds");
      return {
        call,
        account: call.account,
        available: cents(memberCalled(body, "balance")),
        reserved: cents(memberCalled(body, "reservedBalance")),
        holds: Array.isArray(holds) ? holds.filter(isObject).flatMap(holdIn) : [],
      };
    });
}

/** How long a payment may still be processed after it was ordered. */
export const MAX_PAYMENT_MS = 10_000;

/** Whether a later reading can show the payment of a charge of this amount: all of it is available, or a part is retained. */
export function canShowPayment(bracket: Bracket, total: number): boolean {
  return moreAvailable(bracket) >= total || Number(bracket.after.reserved) > Number(bracket.before.reserved);
}

/** By how much more is available in the end; not a number where that is not told. */
export function moreAvailable({ before, after }: Bracket): number {
  return Number(after.available) - Number(before.available);
}

/** Whether the money for an amount may have been taken: a daily withdrawal leaves nothing, and soon more may have come in. */
export function isTaken(before: BalanceReading | undefined, after: BalanceReading | undefined, cents: number): boolean {
  return Number(after?.available) < Math.max(cents, (before?.available ?? 0) / 2);
}

export function sumOf(holds: readonly Hold[]): number {
  return holds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Two readings of an account, one after the other. */
export interface Bracket {
  readonly before: BalanceReading;
  readonly after: BalanceReading;
}

/** Returns for each of an account's readings the one that follows it. */
export function brackets(readings: readonly BalanceReading[]): readonly Bracket[] {
  const following = new Map<string, BalanceReading>();
  const found: Bracket[] = [];
  for (const before of readings.toReversed()) {
    const after = following.get(before.account);
    if (after !== undefined) found.push({ before, after });
    following.set(before.account, before);
  }
  return found.reverse();
}

/** Returns what was done outside on the account and may have happened between two readings. */
export function actsBetween({ before, after }: Bracket, { trace, isBefore }: Ordered): readonly OutsideAct[] {
  return actsIn(trace).filter(
    (act) => act.account === before.account && !isBefore(act, before.call) && !isBefore(after.call, act),
  );
}

/** Whether nothing shows that money went out between two readings, as it does with a daily withdrawal. */
export function isWithoutOutflow({ before, after }: Bracket): boolean {
  return after.available !== undefined && before.available !== undefined && after.available >= before.available;
}

function holdIn({ chargeId, amountCents, releaseAt }: JsonObject): readonly Hold[] {
  const amount = cents(amountCents);
  if (amount === undefined) return [];
  return [{ chargeId: String(chargeId), amountCents: amount, releaseAt: instantIn(releaseAt) }];
}

function cents(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) ? value : undefined;
}
