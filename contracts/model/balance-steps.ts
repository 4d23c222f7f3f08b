import { memberCalled } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";

interface Amounts {
  readonly available: number;
  readonly reserved: number;
}

/** Two readings of a balance with what the same account did between them. */
export interface BalanceStep {
  readonly between: readonly TraceEntry[];
  readonly before: Amounts;
  readonly after: Amounts;
}

/** Returns the steps from each reading to the next one of the same account. */
export function balanceSteps(trace: readonly TraceEntry[]): readonly BalanceStep[] {
  const accounts = new Set(trace.map(({ account }) => account));
  return [...accounts].flatMap((account) => stepsOf(trace.filter((entry) => entry.account === account)));
}

function stepsOf(trace: readonly TraceEntry[]): readonly BalanceStep[] {
  const steps: BalanceStep[] = [];
  let before: Call | undefined;
  let between: TraceEntry[] = [];
  for (const entry of trace) {
    if (
      entry.kind !== "call" ||
      entry.operationId !== "getBalance" ||
      !isSuccess(entry) ||
      entry.credential !== "own"
    ) {
      between.push(entry);
      continue;
    }
    if (before !== undefined) steps.push({ between, before: amountsOf(before), after: amountsOf(entry) });
    before = entry;
    between = [];
  }
  return steps;
}

function amountsOf({ response }: Call): Amounts {
  return {
    available: Number(memberCalled(response?.json, "balance")),
    reserved: Number(memberCalled(response?.json, "reservedBalance")),
  };
}
