import { actsIn } from "../trace/find.ts";
import type { OutsideAct, TraceEntry } from "../trace/trace.ts";
import type { SeenWithdrawal, WithdrawalRequests } from "./withdrawals.ts";

/** What an account, or a super admin whom the run had asked, has decided of a withdrawal after it was opened. */
export type Decision =
  | { readonly done: "confirmed" | "cancelled"; readonly by: TraceEntry }
  | { readonly done: "approved" | "declined"; readonly by: OutsideAct };

export type Decisions = ReadonlyMap<SeenWithdrawal, readonly Decision[]>;

export function decisionsIn(
  trace: readonly TraceEntry[],
  { withdrawals, confirmations, cancellations }: WithdrawalRequests,
): Decisions {
  const found = new Map<SeenWithdrawal, Decision[]>(withdrawals.map((one) => [one, []]));
  for (const { accepted, withdrawal, call } of confirmations)
    if (accepted && withdrawal !== undefined) found.get(withdrawal)?.push({ done: "confirmed", by: call });
  for (const { accepted, withdrawal, call } of cancellations)
    if (accepted && withdrawal !== undefined) found.get(withdrawal)?.push({ done: "cancelled", by: call });
  for (const by of actsIn(trace)) {
    const done = reviews[by.capability];
    const withdrawal = withdrawals.find(({ id, account }) => id === by.given.withdrawId && account === by.account);
    if (done !== undefined && withdrawal !== undefined) found.get(withdrawal)?.push({ done, by });
  }
  return found;
}

const reviews: Readonly<Record<string, "approved" | "declined">> = {
  "approve-withdrawal": "approved",
  "decline-withdrawal": "declined",
};
