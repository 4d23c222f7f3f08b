import { everything } from "../judge/json.ts";
import type { Call, TraceEntry } from "./trace.ts";

/** Returns the value of the member with this name that is nearest to the root of a body; undefined if there is none. */
export function memberCalled(body: unknown, name: string): unknown {
  for (const { place, value } of everything(body)) if (place.at(-1) === name) return value;
  return undefined;
}

export function callsOf(trace: readonly TraceEntry[], operationId: string): readonly Call[] {
  return trace.filter((entry) => entry.kind === "call").filter((call) => call.operationId === operationId);
}
