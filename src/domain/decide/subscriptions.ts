import { customerOf } from "../charge.ts";
import type { CommandOf, SubscriptionCommand } from "../command.ts";
import { durationAfter, durationProblem, isShorterThanADay } from "../duration.ts";
import type { WorldEvent } from "../event.ts";
import { hasRoomFor } from "../ledger.ts";
import { retain } from "../reserve.ts";
import type { Subscription, SubscriptionIds } from "../subscription.ts";
import { existing } from "../world.ts";
import { retentionOf } from "./charges.ts";
import { about, accept, type Context, type Deciders, type Decision, reject } from "./decider.ts";

const aboutSubscription = about<SubscriptionIds, Subscription>(
  ({ subscriptions }, { subscriptionId }) => subscriptions.get(subscriptionId),
  ({ subscriptionId }) => ({ type: "subscription-unknown", subscriptionId }),
);

export const decideSubscriptions: Deciders<SubscriptionCommand["type"]> = {
  "create-subscription": (context, { companyId, amountCents, interval, customer, nextOutcome = "PAID" }) => {
    const message =
      durationProblem(interval) ?? (isShorterThanADay(interval) ? "an interval must be a day or more" : null);
    if (message !== null) return reject({ type: "value-not-allowed", problems: [{ at: "interval", message }] });
    const ids = { subscriptionId: context.mint("subscription"), companyId };
    const terms = { amountCents, interval, customer: customerOf(customer), nextOutcome };
    return accept({ type: "subscription-created", ...ids }, { type: "SubscriptionCreated", ...ids, ...terms });
  },
  "change-subscription": aboutSubscription((_context, subscription, command) => {
    const { amountCents = subscription.amountCents, nextOutcome = subscription.nextOutcome } = command;
    return changed(subscription, { type: "SubscriptionChanged", ...idsOf(subscription), amountCents, nextOutcome });
  }),
  "authorize-subscription": aboutSubscription((context, subscription) => {
    if (subscription.status !== "PENDING") return stateConflict(subscription);
    const { at, world } = context;
    const nextBillingAt = durationAfter(at, subscription.interval, world.settings.timeZone);
    return changed(
      subscription,
      { type: "SubscriptionAuthorized", ...idsOf(subscription), nextBillingAt },
      raise(context, "subscription.authorized", { ...subscription, status: "AUTHORIZED", authorizedAt: at }),
    );
  }),
  "reject-subscription": aboutSubscription((context, subscription) => {
    if (subscription.status !== "PENDING") return stateConflict(subscription);
    const told = raise(context, "subscription.rejected", { ...subscription, status: "REJECTED" });
    return changed(subscription, { type: "SubscriptionRejected", ...idsOf(subscription) }, told);
  }),
  "bill-subscription": aboutSubscription(bill),
};

/** A scheduled billing schedules the next one; a billing on command does not. */
function bill(context: Context, subscription: Subscription, command: CommandOf<"bill-subscription">): Decision {
  const { authorizedAt, interval, billings, companyId, amountCents: total } = subscription;
  if (subscription.status !== "AUTHORIZED" || authorizedAt === null) return stateConflict(subscription);
  const { at, world } = context;
  const { timeZone } = world.settings;
  const nextBillingAt = command.scheduled ? durationAfter(authorizedAt, interval, timeZone, billings + 2) : null;
  const wanted = command.outcome ?? subscription.nextOutcome;
  if (wanted === "FAILED" || !hasRoomFor(existing(world.companies, companyId).ledger, total)) {
    return changed(
      subscription,
      { type: "SubscriptionChargeFailed", ...idsOf(subscription), nextBillingAt },
      raise(context, "subscription.charge.failed", subscription),
    );
  }
  const chargeId = context.mint("charge");
  const held = retain(total, retentionOf(world, companyId), at, timeZone);
  const paid = { type: "SubscriptionChargePaid", ...idsOf(subscription), chargeId, total, ...held } as const;
  const told = context.raise(companyId, { name: "subscription.charge.paid", subscription, chargeId });
  return changed(subscription, { ...paid, nextBillingAt }, told);
}

type SubscriptionNotification = "subscription.authorized" | "subscription.rejected" | "subscription.charge.failed";

function raise(context: Context, name: SubscriptionNotification, subscription: Subscription): WorldEvent {
  return context.raise(subscription.companyId, { name, subscription });
}

function stateConflict({ subscriptionId, status }: Subscription): Decision {
  return reject({ type: "subscription-state-conflict", subscriptionId, subscriptionStatus: status });
}

function changed(subscription: Subscription, ...events: Decision["events"]): Decision {
  return accept({ type: "subscription-changed", ...idsOf(subscription) }, ...events);
}

function idsOf({ subscriptionId, companyId }: SubscriptionIds): SubscriptionIds {
  return { subscriptionId, companyId };
}
