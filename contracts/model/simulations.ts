import type { Description } from "../judge/description.ts";
import { simulatedAmounts } from "../profile/simulation.ts";
import { callsIn, memberCalled } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";

/** A fee simulation with what it was asked about, and what it told. */
export interface Simulation {
  readonly call: Call;
  /** In the query; undefined where nothing was asked for. */
  readonly asked: number | undefined;
  /** As it was read last. */
  readonly balance: number | undefined;
  /** By the sandbox's names, which are found by meaning. */
  readonly told: ReadonlyMap<string, number>;
}

export function simulationsIn(trace: readonly TraceEntry[], description: Description): readonly Simulation[] {
  const calls = callsIn(trace).filter((call) => call.credential === "own");
  return calls.flatMap((call, at) => {
    if (call.operationId !== "simulateWithdrawalFee" || !isSuccess(call)) return [];
    const [, query] = /[?&]value=(\d+)$/.exec(call.request.path) ?? [];
    if (call.request.path.includes("?") && query === undefined) return [];
    const earlier = calls.slice(0, at).filter(({ account }) => account === call.account);
    const read = earlier.findLast(({ operationId }) => operationId === "getBalance");
    const cents = memberCalled(read?.response?.json, "balance");
    const balance = typeof cents === "number" ? cents : undefined;
    const asked = query === undefined ? undefined : Number(query);
    return [{ call, asked, balance, told: simulatedAmounts(call.response?.json, asked ?? balance, description) }];
  });
}

/** What the fee for another amount would be, if it were a share of it. */
export function feeShare({ told, asked, balance = 0 }: Simulation, valueCents: number): number {
  return (Number(told.get("fee")) / (told.get("value") ?? asked ?? balance)) * valueCents;
}
