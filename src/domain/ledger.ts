import type { Cents } from "./money.ts";

/**
 * The accounts of a company's double-entry ledger. The first three are the company's money on the platform. The last
 * three are outside: where payments came from (`customers`), where payouts went (`bank`), what the platform kept (`fees`).
 */
export const accounts = ["available", "reserved", "unsettled", "customers", "bank", "fees"] as const;
export type LedgerAccount = (typeof accounts)[number];

/** The balance of every account. Outside accounts that paid money in are negative. The six always sum to zero. */
export type Ledger = Record<LedgerAccount, Cents>;

/** What one event changes: signed amounts that sum to zero. */
export type Posting = Readonly<Partial<Record<LedgerAccount, Cents>>>;

export function emptyLedger(): Ledger {
  return { available: 0, reserved: 0, unsettled: 0, customers: 0, bank: 0, fees: 0 };
}

/** Adds a posting to the balances, in place. */
export function post(ledger: Ledger, posting: Posting): void {
  // One line an account takes a third of the time of a loop, and every event that moves money comes here.
  ledger.available += posting.available ?? 0;
  ledger.reserved += posting.reserved ?? 0;
  ledger.unsettled += posting.unsettled ?? 0;
  ledger.customers += posting.customers ?? 0;
  ledger.bank += posting.bank ?? 0;
  ledger.fees += posting.fees ?? 0;
}

/** Returns whether the ledger stays exact when `amountCents` more is paid in. */
export function hasRoomFor(ledger: Ledger, amountCents: Cents): boolean {
  return amountCents - ledger.customers <= Number.MAX_SAFE_INTEGER;
}

/**
 * Returns what is wrong with the balances, or null. They must sum to zero, and reserved and unsettled must not be
 * negative.
 */
export function ledgerProblem(ledger: Ledger): string | null {
  const sum = accounts.reduce((total, account) => total + ledger[account], 0);
  if (sum !== 0) return `the accounts sum to ${sum} cents instead of zero`;
  if (ledger.reserved < 0) return `the reserve is negative: ${ledger.reserved} cents`;
  if (ledger.unsettled < 0) return `the unsettled amount is negative: ${ledger.unsettled} cents`;
  if (!accounts.every((account) => Number.isSafeInteger(ledger[account]))) return "an amount is no safe integer";
  return null;
}
