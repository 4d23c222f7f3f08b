import type { Due } from "../agenda.ts";
import { pendingCharge } from "../charge.ts";
import type { SubscriptionEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import { schedule } from "../schedule.ts";
import type { SubscriptionIds } from "../subscription.ts";
import { addCharge, addSubscription, existing, type World } from "../world.ts";
import { addHold } from "./charges.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveSubscriptions: Evolvers<SubscriptionEvent["type"]> = {
  SubscriptionCreated(world, { type: _, ...terms }, at) {
    world.minted.subscription += 1;
    const beginning = { status: "PENDING", createdAt: at, authorizedAt: null, billings: 0, billingDue: null } as const;
    addSubscription(world, { ...terms, ...beginning });
  },
  SubscriptionChanged(world, { subscriptionId, amountCents, nextOutcome }) {
    Object.assign(existing(world.subscriptions, subscriptionId), { amountCents, nextOutcome });
  },
  SubscriptionAuthorized(world, { subscriptionId, nextBillingAt }, at) {
    const subscription = existing(world.subscriptions, subscriptionId);
    subscription.status = "AUTHORIZED";
    subscription.authorizedAt = at;
    subscription.billingDue = billingDue(world, subscription, nextBillingAt);
  },
  SubscriptionRejected(world, { subscriptionId }) {
    existing(world.subscriptions, subscriptionId).status = "REJECTED";
  },
  SubscriptionChargePaid(world, event, at) {
    const { chargeId, companyId, subscriptionId, total } = event;
    const { customer } = existing(world.subscriptions, subscriptionId);
    const charge = pendingCharge({ chargeId, companyId, subscriptionId, total, customer }, at);
    world.minted.charge += 1;
    addCharge(world, { ...charge, paymentStatus: "PAID", paidAt: at });
    addHold(world, event, event.heldCents, event.releaseAt);
    billed(world, subscriptionId, event.nextBillingAt, at);
  },
  SubscriptionChargeFailed(world, { subscriptionId, nextBillingAt }, at) {
    billed(world, subscriptionId, nextBillingAt, at);
  },
};

/** A billing that was due moves the schedule on; one made on command does not. */
function billed(world: World, subscriptionId: string, nextBillingAt: Instant | null, at: Instant): void {
  const subscription = existing(world.subscriptions, subscriptionId);
  if (subscription.billingDue === null || subscription.billingDue.at > at) return;
  subscription.billings += 1;
  subscription.billingDue = billingDue(world, subscription, nextBillingAt);
}

/** Returns null if the next billing would be after the last instant. */
function billingDue(world: World, ids: SubscriptionIds, nextBillingAt: Instant | null): Due | null {
  if (nextBillingAt === null) return null;
  return schedule(world, "subscription-charge", ids.companyId, ids.subscriptionId, nextBillingAt);
}
