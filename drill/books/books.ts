import { choiceAt, notUsable, recordAt, textAt } from "../unusable.ts";

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

/** Whether the amounts of payouts in the books include the fee. */
export type Amounts = (typeof AMOUNTS)[number];
export const AMOUNTS = ["gross", "net"] as const;

export const TOTALS = ["available", "reserved", "paidOut", "fees", "underWay", "unexplained"] as const;
export const STATES: readonly PayoutState[] = ["paid", "failed", "underWay"];

/** Returns books of JSON. Throws `UnusableApplication` with the field that is missing or wrong. */
export function parseBooks(given: unknown): Books {
  const books = recordAt(given, "what the books tell");
  const { payouts } = books;
  if (!Array.isArray(payouts))
    throw notUsable(
      payouts,
      "payouts of the books",
      "It must be a list of { reference, withdrawId, cents, state }, which may be empty.",
    );
  const told = TOTALS.filter((name) => !isNothing(books[name]));
  return {
    ...Object.fromEntries(told.map((name) => [name, centsAt(books[name], `${name} of the books`)])),
    payouts: payouts.map((payout: unknown, index) => parsePayout(payout, `payouts[${index}]`)),
  };
}

/** Returns the totals that books leave out. */
export function untoldIn(books: Books): readonly string[] {
  return TOTALS.filter((name) => books[name] === undefined);
}

/** Returns a line about totals that are left out; none without them. */
export function notCompared(untold: readonly string[]): readonly string[] {
  return untold.length === 0 ? [] : [`Not compared: the books do not tell ${untold.join(", ")}`];
}

function parsePayout(given: unknown, at: string): BookedPayout {
  const payout = recordAt(given, `${at} of the books`);
  const state = choiceAt(payout.state, `${at}.state of the books`, STATES);
  const nameAt = (field: string) => {
    const name = payout[field];
    return isNothing(name) || name === "" ? null : textAt(name, `${at}.${field} of the books`);
  };
  return {
    reference: nameAt("reference"),
    withdrawId: nameAt("withdrawId"),
    endToEndId: nameAt("endToEndId"),
    cents: centsAt(payout.cents, `${at}.cents of the books`),
    state,
  };
}

function centsAt(given: unknown, at: string): number {
  if (Number.isSafeInteger(given)) return Number(given);
  throw notUsable(given, at, "Give integer cents.");
}

function isNothing(given: unknown): boolean {
  return given === undefined || given === null;
}
