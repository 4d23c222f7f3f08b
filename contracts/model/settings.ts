import type { IsBefore } from "../trace/order.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";

export type Settings = Readonly<Record<string, unknown>>;

/**
 * Returns the settings of an account's instance that the run knows when something happens, because it has set them
 * (`change-settings`) or its user told it so (`expect-settings`). Of most targets it knows none.
 */
export function settingsFor(
  entry: Pick<Call, "account"> & TraceEntry,
  trace: readonly TraceEntry[],
  isBefore: IsBefore,
): Settings {
  const acts = trace.filter((one) => one.kind === "act").filter(({ capability }) => capability.endsWith("-settings"));
  const earlier = acts.filter((act) => act.account === entry.account && isBefore(act, entry));
  return Object.assign({}, ...earlier.map(({ given }) => given));
}

/** Whether the instance is the run's own, whose settings it changes and which nobody else uses. */
export function isOwnInstance(account: string, trace: readonly TraceEntry[]): boolean {
  return trace.some((one) => one.kind === "act" && one.account === account && one.capability === "change-settings");
}
