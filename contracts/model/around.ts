import type { IsBefore } from "../trace/order.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";

/** What an account's readings, of its balance or its history, told last before something, and what they told after it. */
export function around<Reading extends { readonly account: string; readonly call: Call }>(
  readings: readonly Reading[],
  entry: TraceEntry,
  isBefore: IsBefore,
): { readonly before: Reading | undefined; readonly after: readonly Reading[] } {
  const own = readings.filter(({ account }) => account === entry.account);
  return {
    before: own.findLast(({ call }) => isBefore(call, entry)),
    after: own.filter(({ call }) => isBefore(entry, call)),
  };
}
