import { memberCalled } from "../trace/find.ts";
import type { Act, TraceEntry } from "../trace/trace.ts";
import { type Delivery, isAcknowledged, says } from "./deliveries.ts";
import type { Hook } from "./webhooks.ts";

/** Something that the run had done and that must fire an event. */
export interface Occurrence {
  readonly event: string;
  readonly act: Act;
  /** Of the charge, where the event is about one. */
  readonly chargeId: string | undefined;
}

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
  return trace.flatMap((act) => {
    const event = act.kind === "act" ? events[act.capability] : undefined;
    if (act.kind !== "act" || event === undefined) return [];
    const chargeId = act.given.chargeId ?? act.result.chargeId;
    return [{ event, act, chargeId: chargeId === undefined ? undefined : String(chargeId) }];
  });
}

/** Identifiers of charges, subscriptions and withdrawals that the run has seen being made. */
export function idsIn(trace: readonly TraceEntry[]): ReadonlySet<string> {
  const ids = trace.flatMap((entry) => {
    // A list may show what nobody has asked for, such as automatic withdrawals.
    if (entry.kind === "call")
      return entry.request.method === "GET" ? [] : [memberCalled(entry.response?.json, "withdrawId")];
    if (entry.kind !== "act") return [];
    return [entry.result, entry.given].flatMap(({ chargeId, subscriptionId }) => [chargeId, subscriptionId]);
  });
  return new Set(ids.filter((id) => id !== undefined && id !== null).map(String));
}

/** What a webhook was told of an occurrence. Only of charge events is it documented that they say of which charge. */
export function toldOf({ event, act, chargeId }: Occurrence, hook: Hook): readonly Delivery[] {
  return hook.deliveries.filter(
    (delivery) =>
      delivery.event === event &&
      delivery.first.at >= act.startedAt - CLOCK_STEP_MS &&
      (chargeId === undefined || !event.startsWith("charge.") || says(delivery.first.json, chargeId)),
  );
}

/** The webhooks that must be told: of the same account, there before, with this event, and none of their deliveries failed. */
export function mustBeTold({ event, act }: Occurrence, hooks: readonly Hook[]): readonly Hook[] {
  return hooks.filter(
    (hook) =>
      hook.account === act.account &&
      hook.creation.answeredAt <= act.startedAt &&
      hook.events.includes(event) &&
      isHealthy(hook),
  );
}

/** Whether the receiver acknowledged all that came to it, and that was believed. */
export function isHealthy({ deliveries }: Hook): boolean {
  return deliveries.every(({ first, attempts }) => attempts.length === 1 && isAcknowledged(first));
}

/** The last instant that the trace shows of an account, by the target's clock. */
export function endOf(account: string, trace: readonly TraceEntry[]): number {
  return Math.max(0, ...trace.map((entry) => (entry.account !== account ? 0 : lastOf(entry))));
}

function lastOf(entry: TraceEntry): number {
  return entry.kind === "call" ? entry.answeredAt : entry.at;
}

const CLOCK_STEP_MS = 1_000;
