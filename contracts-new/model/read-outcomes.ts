import { isSuccess, type TraceEntry } from "../trace/trace.ts";
import type { NamedCall } from "./outcomes.ts";

const outcomes: Readonly<Record<string, string>> = {
  getBalance: "balance-read",
  simulateWithdrawalFee: "fee-simulated",
  listWithdrawals: "withdrawals-listed",
};

/** Names the outcome of each call that reads an account's money and was accepted. */
export function readOutcomes(trace: readonly TraceEntry[]): readonly NamedCall[] {
  return trace.flatMap((call) => {
    if (call.kind !== "call" || call.credential !== "own" || !isSuccess(call)) return [];
    const outcome = outcomes[call.operationId ?? ""];
    return outcome === undefined ? [] : [{ call, outcome }];
  });
}
