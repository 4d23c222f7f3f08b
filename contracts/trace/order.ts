import type { TraceEntry } from "./trace.ts";

/** Whether the first entry was over when the second began. */
export type IsBefore = (one: TraceEntry, other: TraceEntry) => boolean;

/** Instants alone do not tell: a sandbox's clock stands still between two requests, and stories may run side by side. */
export function orderOf(trace: readonly TraceEntry[]): IsBefore {
  const places = new Map(trace.map((entry, at) => [entry, at]));
  const placeOf = (entry: TraceEntry) => places.get(entry) ?? trace.length;
  return (one, other) => placeOf(one) < placeOf(other) && overAt(one) <= startOf(other);
}

export function startOf(entry: TraceEntry): number {
  if (entry.kind === "call") return entry.askedAt;
  return entry.kind === "act" ? entry.startedAt : entry.at;
}

/** When it was answered, or done. */
export function overAt(entry: TraceEntry): number {
  return entry.kind === "call" ? entry.answeredAt : entry.at;
}
