import { addDuration, durationAfter } from "../duration.ts";
import type { ChargeEvent, EventOf, SubscriptionEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import type { Retention } from "../settings.ts";
import {
  type AuditedCharge,
  type AuditedSubscription,
  type AuditedWorld,
  demand,
  demandEqual,
  owe,
  plan,
  plannedAt,
  type Rules,
  the,
} from "./audited-world.ts";

/** Charges and the money that is held of them (interface: "Reserve hold"). */
export const chargeRules: Rules<ChargeEvent["type"]> = {
  ChargeCreated(world, { chargeId, companyId, total, retention, expiresAt }) {
    const nothingYet = { paymentStatus: "PENDING", reversal: null, paidAt: null, heldCents: 0 } as const;
    world.charges.set(chargeId, { chargeId, companyId, total, retention, expiresAt, ...nothingYet });
    plan(world, "charge-expiry", chargeId, expiresAt);
    tell(world, "charge.pending", chargeId);
  },
  ChargeProcessing(world, { chargeId }) {
    moveFrom(world, chargeId, "PENDING").paymentStatus = "PROCESSING";
    tell(world, "charge.processing", chargeId);
  },
  ChargePaid(world, event, at) {
    const charge = moveFrom(world, event.chargeId, "PENDING", "PROCESSING");
    demandEqual(event.total, charge.total, "what is paid");
    pay(world, charge, event, at);
    tell(world, "charge.paid", event.chargeId);
  },
  ChargeExpired(world, { chargeId }) {
    moveFrom(world, chargeId, "PENDING").paymentStatus = "EXPIRED";
    tell(world, "charge.expired", chargeId);
  },
  ChargeRefunded(world, event) {
    Object.assign(reverse(world, event), { paymentStatus: "REFUNDED", reversal: "REFUND" });
  },
  ChargeChargedBack(world, event) {
    reverse(world, event).reversal = "CHARGEBACK";
    tell(world, "dispute.chargeback", event.chargeId);
  },
  HoldReleased(world, { chargeId, amountCents }) {
    const charge = the(world.charges, chargeId);
    demand(charge.heldCents > 0, `nothing is held of ${chargeId}`);
    demandEqual(amountCents, charge.heldCents, "what is released");
    charge.heldCents = 0;
    plan(world, "hold-release", chargeId, null);
  },
};

export const subscriptionRules: Rules<SubscriptionEvent["type"]> = {
  SubscriptionCreated(world, { type: _, customer: __, ...terms }) {
    const beginning = { status: "PENDING", authorizedAt: null, billings: 0 } as const;
    world.subscriptions.set(terms.subscriptionId, { ...terms, ...beginning });
  },
  SubscriptionChanged(world, { subscriptionId, amountCents, nextOutcome }) {
    Object.assign(the(world.subscriptions, subscriptionId), { amountCents, nextOutcome });
  },
  SubscriptionAuthorized(world, { subscriptionId, nextBillingAt }, at) {
    const subscription = inStatus(world, subscriptionId, "PENDING");
    Object.assign(subscription, { status: "AUTHORIZED", authorizedAt: at });
    demandEqual(nextBillingAt, billingAt(world, subscription, 1), "the first billing");
    plan(world, "subscription-charge", subscriptionId, nextBillingAt);
    tellOf(world, "subscription.authorized", subscription);
  },
  SubscriptionRejected(world, { subscriptionId }) {
    const subscription = inStatus(world, subscriptionId, "PENDING");
    subscription.status = "REJECTED";
    tellOf(world, "subscription.rejected", subscription);
  },
  SubscriptionChargePaid(world, event, at) {
    const { chargeId, companyId, subscriptionId, total } = event;
    const subscription = inStatus(world, subscriptionId, "AUTHORIZED");
    demandEqual(total, subscription.amountCents, "what is billed");
    const charge: AuditedCharge = {
      chargeId,
      companyId,
      total,
      paymentStatus: "PAID",
      reversal: null,
      retention: null,
      paidAt: at,
      expiresAt: null,
      heldCents: 0,
    };
    world.charges.set(chargeId, charge);
    pay(world, charge, event, at);
    bill(world, subscription, event.nextBillingAt, at);
    tellOf(world, "subscription.charge.paid", subscription, chargeId);
  },
  SubscriptionChargeFailed(world, { subscriptionId, nextBillingAt }, at) {
    const subscription = inStatus(world, subscriptionId, "AUTHORIZED");
    bill(world, subscription, nextBillingAt, at);
    tellOf(world, "subscription.charge.failed", subscription);
  },
};

/** Of a payment a part is held, rounded half up to cents. */
function pay(
  world: AuditedWorld,
  charge: AuditedCharge,
  { heldCents, releaseAt }: EventOf<"ChargePaid" | "SubscriptionChargePaid">,
  at: Instant,
): void {
  const retention: Retention | null =
    charge.retention ?? the(world.companies, charge.companyId).profile.retention ?? world.settings.retention;
  const basisPoints = Math.round((retention?.percent ?? 0) * 100);
  const held = Math.floor((charge.total * basisPoints) / 10_000 + 0.5);
  demandEqual(heldCents, held, `what is held of ${charge.chargeId}`);
  const { timeZone } = world.settings;
  const until = held > 0 && retention !== null ? addDuration(at, retention.holdFor, timeZone) : null;
  demandEqual(releaseAt, until, "its release");
  Object.assign(charge, { paymentStatus: "PAID", paidAt: at, heldCents });
  plan(world, "hold-release", charge.chargeId, releaseAt);
}

/** Once in the life of a charge: the money goes back, first what is held of it, then what is available. */
function reverse(world: AuditedWorld, event: EventOf<"ChargeRefunded" | "ChargeChargedBack">): AuditedCharge {
  const charge = the(world.charges, event.chargeId);
  demand(charge.paymentStatus === "PAID" && charge.reversal === null, `${event.chargeId} cannot be reversed`);
  demandEqual(
    [event.total, event.fromHoldCents],
    [charge.total, charge.heldCents],
    "what goes back, and from the hold",
  );
  charge.heldCents = 0;
  plan(world, "hold-release", event.chargeId, null);
  return charge;
}

/** A billing that was due takes its place in the schedule, reckoned from the authorization. */
function bill(world: AuditedWorld, subscription: AuditedSubscription, nextAt: Instant | null, at: Instant): void {
  const { subscriptionId, billings } = subscription;
  const dueAt = plannedAt(world, "subscription-charge", subscriptionId);
  const isDue = dueAt !== null && dueAt <= at;
  if (nextAt !== null)
    demandEqual(nextAt, isDue ? billingAt(world, subscription, billings + 2) : null, "the next billing");
  if (!isDue) return;
  subscription.billings += 1;
  plan(world, "subscription-charge", subscriptionId, nextAt);
}

function billingAt({ settings }: AuditedWorld, subscription: AuditedSubscription, number: number): Instant | null {
  const { authorizedAt, interval, subscriptionId } = subscription;
  demand(authorizedAt !== null, `${subscriptionId} was never authorized`);
  return durationAfter(authorizedAt, interval, settings.timeZone, number);
}

function inStatus(world: AuditedWorld, id: string, status: AuditedSubscription["status"]): AuditedSubscription {
  const subscription = the(world.subscriptions, id);
  demandEqual(subscription.status, status, `the status of ${id}`);
  return subscription;
}

/** A charge that moves on can no longer expire by itself. */
function moveFrom(world: AuditedWorld, chargeId: string, ...from: AuditedCharge["paymentStatus"][]): AuditedCharge {
  const charge = the(world.charges, chargeId);
  demand(from.includes(charge.paymentStatus), `${chargeId} is ${charge.paymentStatus}`);
  plan(world, "charge-expiry", chargeId, null);
  return charge;
}

function tell(world: AuditedWorld, name: string, chargeId: string): void {
  const { companyId, paymentStatus } = the(world.charges, chargeId);
  owe(world, { type: "NotificationRaised", name, companyId }, chargeId, `"${paymentStatus}"`);
}

function tellOf(world: AuditedWorld, name: string, { companyId, subscriptionId }: AuditedSubscription, id = ""): void {
  owe(world, { type: "NotificationRaised", name, companyId }, subscriptionId, id);
}
