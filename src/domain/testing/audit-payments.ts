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
  type Owed,
  owe,
  plan,
  plannedAt,
  type Rules,
  the,
} from "./audited-world.ts";

const nothingYet = {
  paymentStatus: "PENDING",
  previousStatus: null,
  reversal: null,
  paidAt: null,
  heldCents: 0,
} as const;

/** Charges and the money that is held of them (interface: "Reserve hold"). */
export const chargeRules: Rules<ChargeEvent["type"]> = {
  ChargeCreated(world, { type: _, ...terms }, createdAt) {
    const { chargeId, expiresAt } = terms;
    world.charges.set(chargeId, { ...terms, ...nothingYet, subscriptionId: null, createdAt });
    plan(world, "charge-expiry", chargeId, expiresAt);
    tell(world, "charge.pending", chargeId);
  },
  ChargeProcessing(world, { chargeId }) {
    move(world, chargeId, "PROCESSING");
    tell(world, "charge.processing", chargeId);
  },
  ChargePaid(world, event, at) {
    const charge = move(world, event.chargeId, "PAID");
    demandEqual(event.total, charge.total, "what is paid");
    pay(world, charge, event, at);
    tell(world, "charge.paid", event.chargeId);
  },
  ChargeExpired(world, { chargeId }) {
    move(world, chargeId, "EXPIRED");
    tell(world, "charge.expired", chargeId);
  },
  ChargeRefunded(world, event) {
    reverse(world, event, "REFUND");
    move(world, event.chargeId, "REFUNDED");
  },
  ChargeChargedBack(world, event) {
    reverse(world, event, "CHARGEBACK");
    tell(world, "dispute.chargeback", event.chargeId);
  },
  HoldReleased(world, { chargeId, amountCents }) {
    const charge = the(world.charges, chargeId);
    demand(charge.heldCents > 0, `nothing is held of ${chargeId}`);
    demandEqual(amountCents, charge.heldCents, "what is released");
    endHold(world, charge);
  },
};

export const subscriptionRules: Rules<SubscriptionEvent["type"]> = {
  SubscriptionCreated(world, { type: _, ...terms }, createdAt) {
    const beginning = { status: "PENDING", createdAt, authorizedAt: null, billings: 0 } as const;
    world.subscriptions.set(terms.subscriptionId, { ...terms, ...beginning });
  },
  SubscriptionChanged(world, { subscriptionId, amountCents, nextOutcome }) {
    Object.assign(the(world.subscriptions, subscriptionId), { amountCents, nextOutcome });
  },
  SubscriptionAuthorized(world, { subscriptionId, nextBillingAt }, at) {
    const subscription = the(world.subscriptions, subscriptionId);
    Object.assign(subscription, { status: "AUTHORIZED", authorizedAt: at });
    demandEqual(nextBillingAt, billingAt(world, subscription, 1), "the first billing");
    plan(world, "subscription-charge", subscriptionId, nextBillingAt);
    tellOf(world, "subscription.authorized", subscription);
  },
  SubscriptionRejected(world, { subscriptionId }) {
    const subscription = the(world.subscriptions, subscriptionId);
    subscription.status = "REJECTED";
    tellOf(world, "subscription.rejected", subscription);
  },
  SubscriptionChargePaid(world, event, at) {
    const { chargeId, companyId, subscriptionId, total } = event;
    const unasked = { externalId: null, retention: null, expiresAt: null };
    const subscription = the(world.subscriptions, subscriptionId);
    demandEqual(total, subscription.amountCents, "what is billed");
    const ids = { chargeId, companyId, subscriptionId };
    const beginning = { ...nothingYet, paymentStatus: "PAID", createdAt: at } as const;
    const charge = { ...ids, ...unasked, ...beginning, total, customer: subscription.customer };
    world.charges.set(chargeId, charge);
    pay(world, charge, event, at);
    bill(world, subscription, event.nextBillingAt, at);
    tellOf(world, "subscription.charge.paid", subscription, chargeId);
  },
  SubscriptionChargeFailed(world, { subscriptionId, nextBillingAt }, at) {
    const subscription = the(world.subscriptions, subscriptionId);
    bill(world, subscription, nextBillingAt, at);
    tellOf(world, "subscription.charge.failed", subscription);
  },
};

/** What a billing that is due must lead to. */
export function dueBilling(world: AuditedWorld, subscriptionId: string): Owed["fact"] {
  const subscription = the(world.subscriptions, subscriptionId);
  const type = subscription.nextOutcome === "PAID" ? "SubscriptionChargePaid" : "SubscriptionChargeFailed";
  return { type, subscriptionId, nextBillingAt: billingAt(world, subscription, subscription.billings + 2) };
}

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
  Object.assign(charge, { paidAt: at, heldCents });
  plan(world, "hold-release", charge.chargeId, releaseAt);
}

/** Once in the life of a charge: the money goes back, first what is held of it, then what is available. */
function reverse(
  world: AuditedWorld,
  event: EventOf<"ChargeRefunded" | "ChargeChargedBack">,
  reversal: AuditedCharge["reversal"],
): void {
  const charge = the(world.charges, event.chargeId);
  demandEqual(
    [event.total, event.fromHoldCents],
    [charge.total, charge.heldCents],
    "what goes back, and from the hold",
  );
  Object.assign(charge, { reversal });
  endHold(world, charge);
}

function endHold(world: AuditedWorld, charge: AuditedCharge): void {
  Object.assign(charge, { heldCents: 0 });
  plan(world, "hold-release", charge.chargeId, null);
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

/** A charge that moves on can no longer expire by itself. */
function move(world: AuditedWorld, chargeId: string, to: AuditedCharge["paymentStatus"]): AuditedCharge {
  const charge = the(world.charges, chargeId);
  const { paymentStatus: previousStatus } = charge;
  Object.assign(charge, { paymentStatus: to, previousStatus });
  plan(world, "charge-expiry", chargeId, null);
  return charge;
}

function tell(world: AuditedWorld, name: string, chargeId: string): void {
  const { companyId, paymentStatus, previousStatus } = the(world.charges, chargeId);
  const before = name === "dispute.chargeback" ? [] : [`"previousStatus":${JSON.stringify(previousStatus)}`];
  owe(
    world,
    { type: "NotificationRaised", name, companyId },
    chargeId,
    `"paymentStatus":"${paymentStatus}"`,
    ...before,
  );
}

function tellOf(world: AuditedWorld, name: string, subscription: AuditedSubscription, id = ""): void {
  const { companyId, subscriptionId, status } = subscription;
  owe(world, { type: "NotificationRaised", name, companyId }, subscriptionId, `"status":"${status}"`, id);
}
