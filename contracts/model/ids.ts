import { memberCalled } from "../trace/find.ts";
import type { TraceEntry } from "../trace/trace.ts";

/** Identifiers of charges, subscriptions and withdrawals that the run has seen being made. */
export function idsIn(trace: readonly TraceEntry[]): ReadonlySet<string> {
  const ids = trace.flatMap((entry) => {
    // A list may show what no call asked for, such as automatic withdrawals.
    if (entry.kind === "call")
      return entry.request.method === "GET" ? [] : [memberCalled(entry.response?.json, "withdrawId")];
    if (entry.kind !== "act") return [];
    return [entry.result, entry.given].flatMap(({ chargeId, subscriptionId }) => [chargeId, subscriptionId]);
  });
  return new Set(ids.filter((id) => id !== undefined && id !== null).map(String));
}
