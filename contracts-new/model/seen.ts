import type { TraceEntry } from "../trace/trace.ts";
import { type CodeLife, codeLife } from "./code-life.ts";
import { type WithdrawalRequests, withdrawalRequests } from "./withdrawals.ts";

/** All that a run has seen, as clauses judge it. */
export interface Seen extends WithdrawalRequests {
  readonly trace: readonly TraceEntry[];
  readonly life: CodeLife;
}

export function seenIn(trace: readonly TraceEntry[]): Seen {
  const { withdrawals, initiations, confirmations, resends, cancellations } = withdrawalRequests(trace);
  const requests = { withdrawals, initiations, confirmations, resends, cancellations };
  return { trace, ...requests, life: codeLife(requests) };
}
