import { UnusableApplication } from "../unusable.ts";

/** What the integrator's books say. Amounts in integer cents; a total that is left out is not compared. */
export interface Books {
  /** What the books say can be withdrawn. */
  readonly available?: number;
  readonly reserved?: number;
  /** Paid withdrawals of all kinds, fees included. */
  readonly paidOut?: number;
  readonly fees?: number;
  /** Withdrawals that are neither paid nor failed, fees included. */
  readonly underWay?: number;
  /** The part of `available` and `reserved` that the books cannot explain. It is checked like the rest. */
  readonly unexplained?: number;
  readonly payouts: readonly BookedPayout[];
}

export interface BookedPayout {
  /** The integrator's own name of the payout; null for a withdrawal that is none of its payouts. */
  readonly reference: string | null;
  readonly withdrawId?: string | null;
  readonly endToEndId?: string | null;
  /** Fee included, unless `net` says otherwise. */
  readonly cents: number;
  readonly state: PayoutState;
}

/** Cancelled, refused and failed payouts are all `failed`: their money came back. */
export type PayoutState = "paid" | "failed" | "underWay";

export const TOTALS = ["available", "reserved", "paidOut", "fees", "underWay", "unexplained"] as const;
const STATES: readonly PayoutState[] = ["paid", "failed", "underWay"];

/** Returns books of JSON. Throws `Unusable` with the field that is missing or wrong. */
export function parseBooks(given: unknown): Books {
  if (!isRecord(given))
    throw new UnusableApplication(`the books are ${kindOf(given)}. Return an object with at least "payouts".`);
  const totals = TOTALS.map((name) => [name, centsOrNothing(given[name], name)] as const);
  if (!Array.isArray(given.payouts))
    throw new UnusableApplication(
      `the books have no list "payouts". Add one: [{ reference, withdrawId, cents, state }].`,
    );
  const payouts = given.payouts.map((payout: unknown, index) => parsePayout(payout, `payouts[${index}]`));
  return { ...Object.fromEntries(totals.filter(([, cents]) => cents !== undefined)), payouts };
}

function parsePayout(given: unknown, at: string): BookedPayout {
  if (!isRecord(given)) throw new UnusableApplication(`${at} of the books is ${kindOf(given)}. Make it an object.`);
  const { state } = given;
  const known = STATES.find((one) => one === state);
  if (known === undefined)
    throw new UnusableApplication(
      `${at}.state of the books is ${JSON.stringify(state)}. Allowed are ${STATES.join(", ")}.`,
    );
  return {
    reference: textOrNull(given.reference, `${at}.reference`),
    withdrawId: textOrNull(given.withdrawId, `${at}.withdrawId`),
    endToEndId: textOrNull(given.endToEndId, `${at}.endToEndId`),
    cents: cents(given.cents, `${at}.cents`),
    state: known,
  };
}

function cents(given: unknown, at: string): number {
  if (Number.isSafeInteger(given)) return Number(given);
  throw new UnusableApplication(`${at} of the books is ${JSON.stringify(given)}. Give integer cents.`);
}

function centsOrNothing(given: unknown, at: string): number | undefined {
  return given === undefined || given === null ? undefined : cents(given, at);
}

function textOrNull(given: unknown, at: string): string | null {
  if (given === undefined || given === null || given === "") return null;
  if (typeof given === "string") return given;
  throw new UnusableApplication(`${at} of the books is ${kindOf(given)}. Give a text or null.`);
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

function kindOf(given: unknown): string {
  if (given === undefined) return "missing";
  return given === null ? "null" : Array.isArray(given) ? "a list" : `a ${typeof given}`;
}
