import { isSuccess, type TraceEntry } from "./trace.ts";

/** Whether the first entry was over when the second began. */
export type IsBefore = (one: TraceEntry, other: TraceEntry) => boolean;

export interface Ordered {
  readonly trace: readonly TraceEntry[];
  readonly isBefore: IsBefore;
}

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

/** Sorts by time. When two equal requests were under way at once, the one that succeeded made the other fail, and comes first. */
export function inOrderOfEffect(entries: readonly TraceEntry[]): readonly TraceEntry[] {
  const sorted = entries.toSorted((one, other) => startOf(one) - startOf(other));
  for (const [at, entry] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next !== undefined && isMadeToFail(entry, next)) sorted.splice(at, 2, next, entry);
  }
  return sorted;
}

function isMadeToFail(one: TraceEntry, other: TraceEntry): boolean {
  if (one.kind !== "call" || other.kind !== "call" || other.askedAt > one.answeredAt) return false;
  const [here, there] = [one, other].map(({ account, credential, request: { method, path, text } }) =>
    JSON.stringify([account, credential, method, path, text]),
  );
  return here === there && !isSuccess(one) && isSuccess(other);
}
