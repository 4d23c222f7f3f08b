import { customerOf } from "../charge.ts";
import type { CommandOf, SubscriptionCommand } from "../command.ts";
import { durationProblem, isShorterThanADay } from "../duration.ts";
import type { EventOf } from "../event.ts";
import type { Instant } from "../instant.ts";
import { hasRoomFor } from "../ledger.ts";
import { retain } from "../reserve.ts";
import { billingAt, type Subscription } from "../subscription.ts";
import { must } from "../world.ts";
import { retentionOf } from "./charges.ts";
import { accept, type Context, type Deciders, type Decision, reject } from "./decider.ts";

export const decideSubscriptions: Deciders<SubscriptionCommand["type"]> = {
  "create-subscription": (context, { companyId, amountCents, interval, customer, nextOutcome = "PAID" }) => {
    const message =
      durationProblem(interval) ?? (isShorterThanADay(interval) ? "an interval must be a day or more" : null);
    if (message !== null) return reject({ type: "value-not-allowed", problems: [{ at: "interval", message }] });
    const ids = { subscriptionId: context.mint("subscription"), companyId };
    const terms = { amountCents, interval, customer: customerOf(customer), nextOutcome };
    return accept({ type: "subscription-created", ...ids }, { type: "SubscriptionCreated", ...ids, ...terms });
  },
  "change-subscription": (context, command) =>
    withSubscription(context, command, (subscription) => {
      const { amountCents = subscription.amountCents, nextOutcome = subscription.nextOutcome } = command;
      return changed(subscription, { type: "SubscriptionChanged", ...idsOf(subscription), amountCents, nextOutcome });
    }),
  "authorize-subscription": (context, command) =>
    withSubscription(context, command, (subscription) => {
      if (subscription.status !== "PENDING") return stateConflict(subscription);
      const { at, world } = context;
      const nextBillingAt = billingAt(subscription.interval, at, 1, world.settings.timeZone);
      return changed(
        subscription,
        { type: "SubscriptionAuthorized", ...idsOf(subscription), nextBillingAt },
        raise(context, "subscription.authorized", { ...subscription, status: "AUTHORIZED", authorizedAt: at }),
      );
    }),
  "reject-subscription": (context, command) =>
    withSubscription(context, command, (subscription) => {
      if (subscription.status !== "PENDING") return stateConflict(subscription);
      return changed(
        subscription,
        { type: "SubscriptionRejected", ...idsOf(subscription) },
        raise(context, "subscription.rejected", { ...subscription, status: "REJECTED" }),
      );
    }),
  "bill-subscription": (context, command) =>
    withSubscription(context, command, (subscription) => bill(context, subscription, command)),
};

/** A scheduled billing schedules the next one; a billing on command does not. */
function bill(context: Context, subscription: Subscription, command: CommandOf<"bill-subscription">): Decision {
  const { authorizedAt, interval, billings, companyId, amountCents: total } = subscription;
  if (subscription.status !== "AUTHORIZED" || authorizedAt === null) return stateConflict(subscription);
  const { at, world } = context;
  const { timeZone } = world.settings;
  const nextBillingAt = command.scheduled ? billingAt(interval, authorizedAt, billings + 2, timeZone) : null;
  const wanted = command.outcome ?? subscription.nextOutcome;
  if (wanted === "FAILED" || !hasRoomFor(must(world.companies, companyId).ledger, total)) {
    return changed(
      subscription,
      { type: "SubscriptionChargeFailed", ...idsOf(subscription), nextBillingAt },
      raise(context, "subscription.charge.failed", subscription),
    );
  }
  const held = retain(total, retentionOf(world, companyId), at, timeZone);
  return changed(subscription, ...paidBilling(context, subscription, held, nextBillingAt));
}

function paidBilling(
  context: Context,
  subscription: Subscription,
  held: ReturnType<typeof retain>,
  nextBillingAt: Instant | null,
) {
  const chargeId = context.mint("charge");
  const { companyId, amountCents: total } = subscription;
  const paid: EventOf<"SubscriptionChargePaid"> = {
    type: "SubscriptionChargePaid",
    ...idsOf(subscription),
    chargeId,
    total,
    ...held,
    nextBillingAt,
  };
  return [paid, context.raise(companyId, { name: "subscription.charge.paid", subscription, chargeId })];
}

type SubscriptionNotification = "subscription.authorized" | "subscription.rejected" | "subscription.charge.failed";

function raise(
  context: Context,
  name: SubscriptionNotification,
  subscription: Subscription,
): EventOf<"NotificationRaised"> {
  return context.raise(subscription.companyId, { name, subscription });
}

function withSubscription(
  { world }: Context,
  { companyId, subscriptionId }: { companyId: string; subscriptionId: string },
  decide: (subscription: Subscription) => Decision,
): Decision {
  const subscription = world.subscriptions.get(subscriptionId);
  if (subscription === undefined || subscription.companyId !== companyId) {
    return reject({ type: "subscription-unknown", subscriptionId });
  }
  return decide(subscription);
}

function stateConflict({ subscriptionId, status }: Subscription): Decision {
  return reject({ type: "subscription-state-conflict", subscriptionId, subscriptionStatus: status });
}

function changed(subscription: Subscription, ...events: Decision["events"]): Decision {
  return accept({ type: "subscription-changed", ...idsOf(subscription) }, ...events);
}

function idsOf({ subscriptionId, companyId }: Subscription) {
  return { subscriptionId, companyId };
}
