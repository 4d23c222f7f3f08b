import type { SubscriptionEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import { schedule } from "../schedule.ts";
import { must, type World } from "../world.ts";
import { addCharge, addHold } from "./charges.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveSubscriptions: Evolvers<SubscriptionEvent["type"]> = {
  SubscriptionCreated(world, { type: _, subscriptionId, companyId, ...terms }, at) {
    world.minted.subscription += 1;
    must(world.companies, companyId).subscriptionIds.push(subscriptionId);
    world.subscriptions.set(subscriptionId, {
      ...terms,
      subscriptionId,
      companyId,
      status: "PENDING",
      createdAt: at,
      authorizedAt: null,
      billings: 0,
      billingDue: null,
    });
  },
  SubscriptionChanged(world, { subscriptionId, amountCents, nextOutcome }) {
    Object.assign(must(world.subscriptions, subscriptionId), { amountCents, nextOutcome });
  },
  SubscriptionAuthorized(world, { subscriptionId, nextBillingAt }, at) {
    const subscription = must(world.subscriptions, subscriptionId);
    subscription.status = "AUTHORIZED";
    subscription.authorizedAt = at;
    subscription.billingDue = schedule(world, "subscription-charge", subscriptionId, nextBillingAt);
  },
  SubscriptionRejected(world, { subscriptionId }) {
    must(world.subscriptions, subscriptionId).status = "REJECTED";
  },
  SubscriptionChargePaid(world, event, at) {
    const { chargeId, companyId, subscriptionId, total } = event;
    addCharge(world, {
      chargeId,
      companyId,
      subscriptionId,
      paymentStatus: "PAID",
      previousStatus: null,
      total,
      externalId: null,
      customer: must(world.subscriptions, subscriptionId).customer,
      retention: null,
      createdAt: at,
      paidAt: at,
      expiresAt: null,
      expiryDue: null,
      reversal: null,
    });
    addHold(world, chargeId, event.heldCents, event.releaseAt);
    billed(world, subscriptionId, event.nextBillingAt);
  },
  SubscriptionChargeFailed(world, { subscriptionId, nextBillingAt }) {
    billed(world, subscriptionId, nextBillingAt);
  },
};

/** A billing of the schedule names the next one; one made on command (null) leaves the schedule as it is. */
function billed(world: World, subscriptionId: string, nextBillingAt: Instant | null): void {
  if (nextBillingAt === null) return;
  const subscription = must(world.subscriptions, subscriptionId);
  subscription.billings += 1;
  subscription.billingDue = schedule(world, "subscription-charge", subscriptionId, nextBillingAt);
}
