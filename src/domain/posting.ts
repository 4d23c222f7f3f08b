import type { EventOf, EventType, WorldEvent } from "./event.ts";
import type { Posting } from "./ledger.ts";

type Rule<T extends EventType> = ((event: EventOf<T>) => Posting) | null;

/**
 * All of the bookkeeping: how each event moves money, or null. An event that moves money carries its amounts, and every
 * balance is the sum of these postings over the history. A new event does not compile until it stands here.
 */
const rules: { readonly [T in EventType]: Rule<T> } = {
  ChargePaid: payment,
  SubscriptionChargePaid: payment,
  HoldReleased: (event) => ({ reserved: -event.amountCents, available: event.amountCents }),
  ChargeRefunded: reversal,
  ChargeChargedBack: reversal,
  WithdrawalInitiated: withdrawal,
  AutomaticWithdrawalMade: withdrawal,
  WithdrawalSettled: (event) => ({ unsettled: -event.value, bank: event.value - event.fee, fees: event.fee }),
  WithdrawalFailed: withdrawalUndone,
  WithdrawalDeclined: withdrawalUndone,
  WithdrawalCancelled: withdrawalUndone,
  ...unposted("ChargeCreated", "ChargeProcessing", "ChargeExpired", "SubscriptionCreated", "SubscriptionChanged"),
  ...unposted("SubscriptionAuthorized", "SubscriptionRejected", "SubscriptionChargeFailed"),
  ...unposted("OtpIssued", "OtpRefused", "WithdrawalConfirmed", "WithdrawalSentToReview", "WithdrawalApproved"),
  ...unposted("AutomaticWithdrawalScheduled", "AutomaticWithdrawalSkipped", "CompanyAdded", "CompanyChanged"),
  ...unposted("WebhookCreated", "WebhookChanged", "WebhookDeleted", "WebhookDeactivated", "WebhookReactivated"),
  ...unposted("NotificationRaised", "AttemptRecorded", "DeliveryRequeued", "DeliveryReleased"),
  ...unposted("WorldCreated", "ClockSet", "TimeReached", "SettingsChanged", "RoutesSet"),
  ...unposted(
    "BookmarkSet",
    "BookmarkRemoved",
    "WorldRewound",
    "FaultAdded",
    "FaultStruck",
    "FaultsRemoved",
    "CallCounted",
  ),
};

/** Returns how an event moves money, or null if it moves none. */
export function postingOf(event: WorldEvent): Posting | null {
  return ruleOf(event.type)?.(event) ?? null;
}

function ruleOf<T extends EventType>(type: T): Rule<T> {
  return rules[type];
}

function payment(event: EventOf<"ChargePaid" | "SubscriptionChargePaid">): Posting {
  return { customers: -event.total, available: event.total - event.heldCents, reserved: event.heldCents };
}

function reversal(event: EventOf<"ChargeRefunded" | "ChargeChargedBack">): Posting {
  return { reserved: -event.fromHoldCents, available: event.fromHoldCents - event.total, customers: event.total };
}

function withdrawal(event: EventOf<"WithdrawalInitiated" | "AutomaticWithdrawalMade">): Posting {
  return { available: -event.value, unsettled: event.value };
}

function withdrawalUndone(event: EventOf<"WithdrawalFailed" | "WithdrawalDeclined" | "WithdrawalCancelled">): Posting {
  return { unsettled: -event.value, available: event.value };
}

function unposted<T extends EventType>(...types: readonly T[]): Record<T, null> {
  // Each of the names is a key.
  return Object.fromEntries(types.map((type) => [type, null])) as Record<T, null>;
}
