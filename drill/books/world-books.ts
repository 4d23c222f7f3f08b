import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { MAX_LISTED } from "../../src/client/wait.ts";
import type { Delivery, LedgerRead, Withdrawal } from "../../src/spec/generated/control-api.ts";
import type { PayoutState } from "./books.ts";

/** What the platform knows of a company: the other side of the integrator's books. */
export interface WorldBooks {
  readonly companyId: string;
  readonly accounts: LedgerRead["accounts"];
  readonly withdrawals: readonly Withdrawal[];
  /** Oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** What is known only of a world that was made for the integrator. */
  readonly known?: KnownBeginning;
}

export interface KnownBeginning {
  /** How it was when the integrator began. */
  readonly opening: WorldBooks;
  /** Withdrawals that are none of the integrator's. */
  readonly strangers: ReadonlySet<string>;
  readonly deliveries: readonly Delivery[];
}

export type LedgerEntry = LedgerRead["entries"][number];

/** Returns the state that books give a withdrawal. */
export function stateOf({ status }: Pick<Withdrawal, "status">): PayoutState {
  if (status === "CONFIRMED") return "paid";
  return status === "FAILED" || status === "CANCELLED" ? "failed" : "underWay";
}

/** Reads the platform's side of the books. */
export async function readWorldBooks(client: SaldoClient): Promise<WorldBooks> {
  const { companyId } = await client.company.read();
  return { companyId, ...(await ledgerOf(client)), withdrawals: await withdrawalsOf(client, companyId) };
}

/** Returns the accounts of a company, and its postings since a position. */
export async function ledgerOf({ control }: SaldoClient, since = 0): Promise<Pick<WorldBooks, "accounts" | "entries">> {
  const entries: LedgerEntry[] = [];
  for (let after = since; ; ) {
    const query = { after, limit: MAX_LISTED };
    const read: LedgerRead = await carriedOut(control.GET("/ledger", { params: { query } }));
    entries.push(...read.entries);
    if (read.next === null) return { accounts: read.accounts, entries };
    after = read.next;
  }
}

/** Returns the withdrawals of a company, newest first. */
export async function withdrawalsOf({ control }: SaldoClient, companyId: string): Promise<readonly Withdrawal[]> {
  const all: Withdrawal[] = [];
  for (;;) {
    const query = { companyId, limit: MAX_LISTED, after: all.at(-1)?.withdrawId };
    const { withdrawals } = await carriedOut(control.GET("/withdrawals", { params: { query } }));
    all.push(...withdrawals);
    if (withdrawals.length < MAX_LISTED) return all;
  }
}
