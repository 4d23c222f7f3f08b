import { addDuration } from "../duration.ts";
import type { DeliveryEvent, EventOf, FaultEvent, NotificationEvent, WebhookEvent } from "../event.ts";
import type { Fault, WebhookFault } from "../fault.ts";
import type { Instant } from "../instant.ts";
import { type AuditedDelivery, type AuditedWorld, demand, demandEqual, owe, type Rules, the } from "./audited-world.ts";

const MAX_ATTEMPTS = 5;
const BACKOFF_MS = [5_000, 10_000, 20_000, 40_000];

export const webhookRules: Rules<WebhookEvent["type"]> = {
  WebhookCreated(world, { type: _, ...terms }, createdAt) {
    const beginning = { createdAt, active: true, deactivatedAt: null, deleted: false, deliveryIds: [], log: [] };
    world.webhooks.set(terms.webhookId, { ...terms, ...beginning });
  },
  WebhookChanged(world, { webhookId, name, url, events }) {
    Object.assign(the(world.webhooks, webhookId), { name, url, events });
  },
  WebhookDeleted(world, { webhookId }, at) {
    the(world.webhooks, webhookId).deleted = true;
    silence(world, webhookId, at);
  },
  WebhookDeactivated(world, { webhookId }, at) {
    silence(world, webhookId, at);
  },
  WebhookReactivated(world, { webhookId }) {
    Object.assign(the(world.webhooks, webhookId), { active: true, deactivatedAt: null });
  },
};

/** Which webhook must be told what, and when (interface: "Delivery attempts"). */
export const deliveryRules: Rules<(NotificationEvent | DeliveryEvent)["type"]> = {
  NotificationRaised(world, event, at) {
    const { companyId, name, body } = event;
    const told = event.deliveries.map(({ webhookId }) => webhookId);
    demandEqual(told, receiversOf(world, event), `the webhooks told of ${name}`);
    for (const { deliveryId, webhookId, fault } of event.deliveries) {
      const effectOf = faultOf(world, name, webhookId);
      const delay = effectOf !== null && "delay" in effectOf ? effectOf.delay : "PT0S";
      const dueAt = addDuration(at, delay, world.settings.timeZone);
      const { faultId, kind } = effectOf ?? {};
      const expected = effectOf === null ? undefined : { faultId, kind, firstAttemptAt: dueAt };
      demandEqual(fault, expected, `the fault of ${deliveryId}`);
      if (effectOf !== null) {
        const remaining = effectOf.remaining - 1;
        world.faults.set(effectOf.faultId, { ...effectOf, remaining });
        owe(world, { type: "FaultStruck", faultId, kind, deliveryId, remaining });
      }
      const said = { deliveryId, webhookId, companyId, event: name, body, createdAt: at, fault: kind };
      const how = { once: name === "webhook.test", heldBack: kind === "reorder-deliveries", dueAt };
      world.deliveries.set(deliveryId, { ...said, ...how, state: "PENDING", asked: 0, attempts: [] });
      the(world.webhooks, webhookId).deliveryIds.push(deliveryId);
    }
  },
  AttemptRecorded(world, event, at) {
    const { deliveryId, webhookId, number, attemptedAt, url, httpStatus, failure } = event;
    const delivery = the(world.deliveries, deliveryId);
    const { attempts, asked, dueAt } = delivery;
    demand(number <= MAX_ATTEMPTS + asked, `${number} attempts are too many`);
    demand(attemptedAt >= (attempts.at(-1)?.attemptedAt ?? 0), "it was made before the attempt before it");
    // Where an advance takes a running clock, the time of what is recorded is that of the last fact.
    demand(attemptedAt <= at || world.hasRun, "it was made after it had ended");
    if (dueAt !== null && !world.hasRun) demandEqual(attemptedAt, dueAt, "when it was attempted");
    const isTheEnd = fail(delivery, failure !== null, number, at);
    demandEqual([event.state, event.nextAttemptAt], [delivery.state, delivery.dueAt], "what comes of it");
    if (isTheEnd) owe(world, { type: "WebhookDeactivated", webhookId });
    else for (const one of overtakenBy(world, delivery)) owe(world, { type: "DeliveryReleased", deliveryId: one });
    attempts.push({ number, attemptedAt, url, httpStatus, failure });
    the(world.webhooks, webhookId).log.push({ deliveryId, number });
  },
  DeliveryRequeued(world, { deliveryId }, at) {
    const delivery = the(world.deliveries, deliveryId);
    if (delivery.state !== "PENDING") Object.assign(delivery, { asked: delivery.asked + 1, once: true });
    Object.assign(delivery, { state: "PENDING", dueAt: at, heldBack: false });
  },
  DeliveryReleased(world, { deliveryId }, at) {
    demand(the(world.deliveries, deliveryId).heldBack === true, `${deliveryId} is not held back`);
    Object.assign(the(world.deliveries, deliveryId), { dueAt: at, heldBack: false });
  },
};

export const faultRules: Rules<FaultEvent["type"]> = {
  FaultAdded(world, { type: _, ...terms }, createdAt) {
    demand(!world.faults.has(terms.faultId), `${terms.faultId} is there already`);
    const isLimit = terms.kind === "rate-limit";
    const fault: Fault = isLimit
      ? { ...terms, createdAt, window: null }
      : { ...terms, createdAt, remaining: terms.times };
    world.faults.set(terms.faultId, fault);
  },
  CallCounted(world, { faultId, operationId, since, endsAt, used }, at) {
    const limit = the(world.faults, faultId);
    demand(limit.kind === "rate-limit", `${faultId} counts no calls`);
    demandEqual(limit.operationId ?? operationId, operationId, "the operation");
    const { window, requests, per } = limit;
    const begun = window !== null && window.since <= at && window.endsAt > at;
    const first = { since: at, endsAt: addDuration(at, per, world.settings.timeZone), used: 1 };
    demandEqual({ since, endsAt, used }, begun ? { ...window, used: window.used + 1 } : first, "the window");
    demand(used <= requests, "the limit is reached");
    world.faults.set(faultId, { ...limit, window: { since, endsAt, used } });
  },
  FaultStruck(world, { faultId, kind, operationId, deliveryId, remaining }) {
    const fault = the(world.faults, faultId);
    demand("remaining" in fault, `${faultId} is not applied a number of times`);
    if (deliveryId === undefined) {
      const oldest = [...world.faults.values()].find((one) => {
        return one.kind !== "rate-limit" && "operationId" in one && one.operationId === operationId;
      });
      demandEqual([faultId, kind, remaining], [oldest?.faultId, fault.kind, fault.remaining - 1], "the fault");
    }
    if (remaining === 0) world.faults.delete(faultId);
    else world.faults.set(faultId, { ...fault, remaining });
  },
  FaultsRemoved(world, { faultIds }) {
    for (const faultId of faultIds) demand(world.faults.delete(faultId), `there is no ${faultId}`);
  },
};

/** A webhook that is given up takes with it what was still to be delivered to it, and so does a rewind that says so. */
export function cancelDeliveries({ deliveries }: AuditedWorld, webhookId?: string): void {
  for (const delivery of deliveries.values()) {
    if (delivery.state !== "PENDING" || (webhookId ?? delivery.webhookId) !== delivery.webhookId) continue;
    Object.assign(delivery, { state: "CANCELLED", dueAt: null, heldBack: false });
  }
}

/** Ends an attempt. Returns whether the webhook must be deactivated: no command had asked for this last attempt. */
function fail(delivery: AuditedDelivery, isFailure: boolean, number: number, at: Instant): boolean {
  Object.assign(delivery, { dueAt: null, heldBack: false });
  if (!isFailure) delivery.state = "DELIVERED";
  if (!isFailure || delivery.state !== "PENDING") return false;
  if (delivery.once || number >= MAX_ATTEMPTS) delivery.state = "FAILED";
  else delivery.dueAt = at + (BACKOFF_MS[number - 1] ?? Number.NaN);
  return delivery.state === "FAILED" && !delivery.once;
}

function receiversOf({ webhooks }: AuditedWorld, { companyId, name, body }: EventOf<"NotificationRaised">): string[] {
  const active = [...webhooks.values()].filter((webhook) => webhook.companyId === companyId && webhook.active);
  const wanting = active.filter(({ webhookId, events }) => {
    return name === "webhook.test" ? body.includes(webhookId) : events.includes(name);
  });
  return wanting.map(({ webhookId }) => webhookId);
}

/** The oldest fault of deliveries that has strikes left and speaks of this event and this webhook, or of all. */
function faultOf({ faults }: AuditedWorld, event: string, webhookId: string): WebhookFault | null {
  for (const fault of faults.values()) {
    if (fault.kind === "rate-limit" || "operationId" in fault || fault.remaining === 0) continue;
    if ((fault.event ?? event) === event && (fault.webhookId ?? webhookId) === webhookId) return fault;
  }
  return null;
}

/** Earlier deliveries to the same webhook that were held back until a later one is attempted. */
function overtakenBy({ deliveries }: AuditedWorld, { deliveryId, webhookId }: AuditedDelivery): string[] {
  const earlier: string[] = [];
  for (const one of deliveries.values()) {
    if (one.deliveryId === deliveryId) break;
    if (one.heldBack && one.webhookId === webhookId) earlier.push(one.deliveryId);
  }
  return earlier;
}

function silence(world: AuditedWorld, webhookId: string, at: Instant): void {
  Object.assign(the(world.webhooks, webhookId), { active: false, deactivatedAt: at });
  cancelDeliveries(world, webhookId);
}
