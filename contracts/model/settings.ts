import { isObject } from "../judge/json.ts";
import { actsIn } from "../trace/find.ts";
import type { Ordered } from "../trace/order.ts";
import type { OutsideAct, TraceEntry } from "../trace/trace.ts";
import { balanceReadings } from "./balances.ts";

export type SeenSettings = Readonly<Record<string, unknown>>;

/** Returns the settings of an account that the run knows at a time: what it has set, or its user has told it. */
export function settingsFor(entry: TraceEntry, { trace, isBefore }: Ordered): SeenSettings {
  const acts = actsIn(trace).filter(({ capability }) => capability.endsWith("-settings"));
  const earlier = acts.filter((act) => act.account === entry.account && isBefore(act, entry));
  const believed: SeenSettings = Object.assign({}, ...earlier.map(believedOf));
  return isHeldAfter(earlier, trace) ? { ...believed, retention: undefined } : believed;
}

/** What was ordered counts unless the target has shown a part of it to be otherwise: then it may all be done later. */
function believedOf({ given, result }: OutsideAct): SeenSettings {
  if (result.notShown === undefined) return given;
  return Object.fromEntries(Object.keys(given).map((name) => [name, undefined]));
}

/** Whether something is held of a charge that was paid after nothing should be retained any more. */
function isHeldAfter(earlier: readonly OutsideAct[], trace: readonly TraceEntry[]): boolean {
  const order = earlier.findLast(({ given }) => "retention" in given);
  // A target that says itself that nothing is retained must keep to that.
  if (order?.given.retention !== null || order.result.retention === null) return false;
  const later = trace.slice(trace.indexOf(order));
  const paid = actsIn(later, "pay-charge").map(({ given }) => String(given.chargeId));
  return balanceReadings(later).some(({ holds }) => holds.some(({ chargeId }) => paid.includes(chargeId)));
}

/** Whether the run has set how long payments take, in a sandbox where each is confirmed then. */
export function isSettlementSet(entry: TraceEntry, { trace, isBefore }: Ordered): boolean {
  const acts = actsIn(trace).filter((act) => act.account === entry.account && isBefore(act, entry));
  const settled = acts.findLast(({ given }) => "settlement" in given)?.result.settlement;
  return isObject(settled) && settled.outcome === "CONFIRMED";
}

/** Whether the instance is the run's own, whose settings it changes and which is used by no others. */
export function isOwnInstance(account: string, trace: readonly TraceEntry[]): boolean {
  return actsIn(trace, "change-settings").some((act) => act.account === account);
}
