import { isObject, type JsonObject } from "../description/json.ts";
import type { Account } from "../run/account.ts";
import { must } from "../run/verdict-error.ts";

/** What the balance says, in cents. */
export interface BalanceRead {
  readonly available: number;
  readonly reserved: number;
  readonly holds: readonly JsonObject[];
}

export async function readBalance(account: Account): Promise<BalanceRead> {
  const answer = (await account.balance()).accepted("balance-read");
  const holds = answer.find("reserveHolds");
  must(Array.isArray(holds), "the balance must list the holds in an array");
  return {
    available: answer.integer("balance"),
    reserved: answer.integer("reservedBalance"),
    holds: holds.filter(isObject),
  };
}

/** The sum of what is held, as far as it is told in whole cents. */
export function sumOf(holds: readonly JsonObject[]): number {
  return holds.reduce((sum, { amountCents }) => sum + (typeof amountCents === "number" ? amountCents : 0), 0);
}
