import { isObject } from "../judge/json.ts";
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

/** Whether the run has set how long payments take, in a sandbox where each is confirmed then. */
export function isSettlementSet(
  entry: Pick<Call, "account"> & TraceEntry,
  trace: readonly TraceEntry[],
  isBefore: IsBefore,
): boolean {
  const acts = trace.filter((one) => one.kind === "act" && one.account === entry.account && isBefore(one, entry));
  const set = acts.findLast((act) => act.kind === "act" && "settlement" in act.given);
  const settled = set?.kind === "act" ? set.result.settlement : undefined;
  return isObject(settled) && settled.outcome === "CONFIRMED";
}

/** Whether the instance is the run's own, whose settings it changes and which nobody else uses. */
export function isOwnInstance(account: string, trace: readonly TraceEntry[]): boolean {
  return trace.some((one) => one.kind === "act" && one.account === account && one.capability === "change-settings");
}
