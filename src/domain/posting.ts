import type {
  DeliveryEvent,
  FaultEvent,
  HistoryEvent,
  InstanceEvent,
  NotificationEvent,
  WebhookEvent,
  WorldEvent,
} from "./event.ts";
import type { Posting } from "./ledger.ts";

/**
 * How a fact moves money, or null when it moves none. This is the whole of the bookkeeping: each fact that has to do
 * with money carries its amounts, and every balance is the sum of these postings over the history.
 */
export function postingOf(event: WorldEvent): Posting | null {
  switch (event.type) {
    case "ChargePaid":
    case "SubscriptionChargePaid":
      return { customers: -event.total, available: event.total - event.heldCents, reserved: event.heldCents };
    case "HoldReleased":
      return { reserved: -event.amountCents, available: event.amountCents };
    case "ChargeRefunded":
    case "ChargeChargedBack":
      return { reserved: -event.fromHoldCents, available: event.fromHoldCents - event.total, customers: event.total };
    case "WithdrawalInitiated":
    case "AutomaticWithdrawalMade":
      return { available: -event.value, unsettled: event.value };
    case "WithdrawalSettled":
      return { unsettled: -event.value, bank: event.value - event.fee, fees: event.fee };
    case "WithdrawalFailed":
    case "WithdrawalDeclined":
    case "WithdrawalCancelled":
      return { unsettled: -event.value, available: event.value };
    case "CompanyAdded":
    case "CompanyChanged":
    case "AutomaticWithdrawalScheduled":
    case "ChargeCreated":
    case "ChargeProcessing":
    case "ChargeExpired":
    case "SubscriptionCreated":
    case "SubscriptionChanged":
    case "SubscriptionAuthorized":
    case "SubscriptionRejected":
    case "SubscriptionChargeFailed":
    case "OtpIssued":
    case "OtpRefused":
    case "WithdrawalConfirmed":
    case "WithdrawalSentToReview":
    case "WithdrawalApproved":
    case "AutomaticWithdrawalSkipped":
      return null;
    default:
      // A new event of a charge, a subscription, a withdrawal or a company does not compile until it stands above.
      event satisfies InstanceEvent | HistoryEvent | WebhookEvent | NotificationEvent | DeliveryEvent | FaultEvent;
      return null;
  }
}
