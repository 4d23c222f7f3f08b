import { isObject } from "../judge/json.ts";
import { actsIn } from "../trace/find.ts";
import { overAt } from "../trace/order.ts";
import type { OutsideAct, TraceEntry } from "../trace/trace.ts";
import { bodyOf, bodySays, isAcknowledged, type SeenDelivery } from "./deliveries.ts";
import type { Hook } from "./webhooks.ts";

/** Something that the run had done and that must fire an event. */
export interface Occurrence {
  readonly event: string;
  readonly act: OutsideAct;
  /** The id of the charge, where the event is about one. */
  readonly chargeId: string | undefined;
  /** What the run has ordered for the charge. */
  readonly total: number | undefined;
}

/** How long after a chargeback its event may be told. */
export const MAX_CHARGEBACK_DELAY_MS = 60_000;

const events: Readonly<Record<string, string>> = {
  "make-charge": "charge.pending",
  "pay-charge": "charge.paid",
  "expire-charge": "charge.expired",
  "dispute-charge": "dispute.chargeback",
  "authorize-subscription": "subscription.authorized",
  "reject-subscription": "subscription.rejected",
  "charge-subscription": "subscription.charge.paid",
  "fail-subscription": "subscription.charge.failed",
};

export function occurrencesIn(trace: readonly TraceEntry[]): readonly Occurrence[] {
  return actsIn(trace).flatMap((act) => {
    const event = events[act.capability];
    if (event === undefined) return [];
    const chargeId = act.given.chargeId ?? act.result.chargeId;
    const total = orderedTotal(trace, act.account, chargeId);
    return [{ event, act, chargeId: chargeId === undefined ? undefined : String(chargeId), total }];
  });
}

export function orderedTotal(trace: readonly TraceEntry[], account: string, chargeId: unknown): number | undefined {
  const own = actsIn(trace, "make-charge").filter((act) => act.account === account);
  const made = own.find(({ result }) => String(result.chargeId) === String(chargeId));
  return typeof made?.given.total === "number" ? made.given.total : undefined;
}

/** What a webhook was told of an occurrence. Only of charge events is it documented that they say of which charge. */
export function toldOf({ event, act, chargeId }: Occurrence, hook: Hook): readonly SeenDelivery[] {
  return hook.deliveries.filter(
    (delivery) =>
      delivery.event === event &&
      delivery.first.at >= act.startedAt - CLOCK_STEP_MS &&
      (chargeId === undefined || !event.startsWith("charge.") || bodySays(delivery.first.json, chargeId)),
  );
}

interface Traced {
  readonly trace: readonly TraceEntry[];
  readonly hooks: readonly Hook[];
  readonly occurrences: readonly Occurrence[];
}

/** What webhooks were told where none was told of the charge: the same event then, of an unknown charge as large. */
export function toldOfOtherId(occurrence: Occurrence, { trace, hooks, occurrences }: Traced): readonly SeenDelivery[] {
  const { event, act, chargeId, total } = occurrence;
  const isOver = endOf(act.account, trace) >= act.at + SOON_MS;
  if (chargeId === undefined || !event.startsWith("charge.") || total === undefined || !isOver) return [];
  const own = hooks.filter(({ account }) => account === act.account);
  if (own.some((hook) => toldOf(occurrence, hook).length > 0)) return [];
  const known = new Set<unknown>(occurrences.map((one) => one.chargeId));
  const deliveries = mustBeTold(occurrence, hooks).flatMap((hook) => hook.deliveries);
  return deliveries.filter(({ event: told, isOfEvent, first }) => {
    const isThen = first.at >= act.startedAt - CLOCK_STEP_MS && first.at <= act.at + SOON_MS;
    const { data } = bodyOf(first);
    return isOfEvent && told === event && isThen && isObject(data) && data.total === total && !known.has(data.chargeId);
  });
}

/** The webhooks that must be told: there before, with this event, and without any failed delivery or other fault. */
export function mustBeTold({ event, act }: Occurrence, hooks: readonly Hook[]): readonly Hook[] {
  const listening = listeners(event, act.account, act.startedAt, hooks);
  return listening.filter((hook) => isHealthy(hook) && !isOdd(hook, hooks));
}

/** The webhooks of an account that were there at an instant, and have selected an event. */
export function listeners(event: string, account: string, at: number, hooks: readonly Hook[]): readonly Hook[] {
  const own = hooks.filter((hook) => hook.account === account && hook.events.includes(event));
  return own.filter(({ creation }) => creation.answeredAt <= at);
}

/** Whether it gets nothing at all, or events under names that do not exist: that is a finding about the webhook itself. */
export function isOdd(hook: Hook, hooks: readonly Hook[]): boolean {
  return isMute(hook, hooks) || hook.deliveries.some(({ isMisnamed }) => isMisnamed);
}

/** Whether it got nothing, not even a test, while another webhook of the same account with the same receiver got something. */
export function isMute({ account, url, deliveries }: Hook, hooks: readonly Hook[]): boolean {
  const isBeside = (other: Hook) => other.account === account && originOf(other.url) === originOf(url);
  return deliveries.length === 0 && hooks.some((other) => isBeside(other) && other.deliveries.length > 0);
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin;
}

/** Whether the receiver acknowledged all that came to it, and that was believed. */
export function isHealthy({ deliveries }: Hook): boolean {
  return deliveries.every(({ first, attempts }) => attempts.length === 1 && isAcknowledged(first));
}

/** The last instant that the trace shows of an account, by the target's clock. */
export function endOf(account: string, trace: readonly TraceEntry[]): number {
  const known = ends.get(trace) ?? new Map<string, number>();
  if (!ends.has(trace))
    for (const entry of trace) known.set(entry.account, Math.max(known.get(entry.account) ?? 0, overAt(entry)));
  ends.set(trace, known);
  return known.get(account) ?? 0;
}

/** The ends of whole traces: clauses ask for each of their deliveries. */
const ends = new WeakMap<readonly TraceEntry[], Map<string, number>>();

const CLOCK_STEP_MS = 1_000;
const SOON_MS = 3_000;
