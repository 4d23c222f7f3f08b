import type { Account, Ledger } from "../../domain/ledger.ts";
import type { Cents } from "../../domain/money.ts";
import type { SavedCompany } from "../../domain/saved-world.ts";
import { isEarned } from "./charge-flaws.ts";
import type { Inspection } from "./inspection.ts";
import { isUnsettled } from "./withdrawal-flaws.ts";

/** The accounts that follow from what a company has; what is left of the money is available. */
type Reckoned = Record<Exclude<Account, "available">, Cents>;

/**
 * The books must be what charges, holds and withdrawals make of them. Sums of safe integers that are themselves none stay
 * far from every amount that a ledger can have, so that they are never taken for one.
 */
export function inspectBooks(inspection: Inspection): void {
  const books = reckon(inspection);
  inspection.world.companies.forEach((company, index) => {
    const place = ["world", "companies", index, "ledger"];
    const wrong = wrongAccount(company.ledger, books.get(company.companyId) ?? nothing(company));
    if (wrong !== null) inspection.note([...place, wrong.account], `${wrong.account} ${wrong.rule}`);
  });
}

const inWords: Readonly<Record<keyof Reckoned, string>> = {
  reserved: "the sum of the holds",
  unsettled: "the sum of the withdrawals under way",
  customers: "minus the sum of the charges that are paid and not reversed",
  bank: "the sum of the CONFIRMED withdrawals without their fees",
  fees: "the sum of the fees of the CONFIRMED withdrawals",
};
const reckoned = Object.keys(inWords) as readonly (keyof Reckoned)[];

/** One at a time: what is wrong in one account is wrong in the sum, too. */
function wrongAccount(ledger: Ledger, expected: Reckoned): { account: Account; rule: string } | null {
  for (const account of reckoned) {
    if (ledger[account] !== expected[account]) {
      return { account, rule: `must be ${expected[account]}, ${inWords[account]}, and is ${ledger[account]}` };
    }
  }
  // Money that went out may go back to customers as well, and both must be counted exactly.
  if (ledger.bank + ledger.fees + ledger.unsettled > Number.MAX_SAFE_INTEGER) {
    return { account: "bank", rule: "is too much: with fees and unsettled it cannot be counted exactly" };
  }
  const available = -reckoned.reduce((sum, account) => sum + ledger[account], 0);
  if (ledger.available === available) return null;
  return {
    account: "available",
    rule: `must be ${available}, so that the accounts sum to zero, and is ${ledger.available}`,
  };
}

function reckon({ world }: Inspection): ReadonlyMap<string, Reckoned> {
  const books = new Map(world.companies.map((company) => [company.companyId, nothing(company)]));
  for (const charge of world.charges) {
    const book = books.get(charge.companyId);
    if (book !== undefined && isEarned(charge)) book.customers -= charge.total;
  }
  for (const withdrawal of world.withdrawals) {
    const book = books.get(withdrawal.companyId);
    if (book === undefined) continue;
    const { status, value, fee } = withdrawal;
    if (isUnsettled(withdrawal)) book.unsettled += value;
    if (status !== "CONFIRMED") continue;
    book.bank += value - fee;
    book.fees += fee;
  }
  return books;
}

/** A company of which nothing is known yet but its holds. */
function nothing({ holds }: SavedCompany): Reckoned {
  const reserved = holds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { reserved, unsettled: 0, customers: 0, bank: 0, fees: 0 };
}
