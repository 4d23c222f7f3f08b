import type { Rejection } from "../domain/outcome.ts";
import { shortened } from "../domain/shortened.ts";
import { tellProblems } from "../spec/problem.ts";
import { isoInstant } from "./view/instant-text.ts";

/** Tells a client, in English, what was wrong and what would be right. */
export function rejectionMessage(rejection: Rejection): string {
  switch (rejection.type) {
    case "value-not-allowed":
      return tellProblems(rejection.problems);
    case "withdrawal-already-open":
      return `Withdrawal ${rejection.withdrawId} is still open; confirm it, cancel it or resend its code first.`;
    case "withdrawal-below-minimum":
      return `The value ${rejection.value} is below ${rejection.realMinimum} cents: minimum ${rejection.minimum} plus fee ${rejection.fee}.`;
    case "insufficient-balance":
      return `The value ${rejection.value} is more than the available balance of ${rejection.balance} cents.`;
    case "withdrawal-unknown":
      return `This company has no withdrawal ${shown(rejection.withdrawId)}.`;
    case "withdrawal-not-awaiting-otp":
      return `The withdrawal is ${rejection.withdrawalStatus} and does not wait for a code.`;
    case "withdrawal-not-cancellable":
      return `The withdrawal is ${rejection.withdrawalStatus}; only one that is not yet confirmed can be cancelled.`;
    case "otp-blocked":
      return "Five wrong codes were given; ask for a new code with /resend-otp once the current one has expired.";
    case "otp-expired":
      return `The code expired at ${isoInstant(rejection.otpExpiresAt)}; ask for a new one with /resend-otp.`;
    case "otp-incorrect":
      return `The code is wrong; attempts left: ${rejection.attemptsLeft}.`;
    case "otp-still-valid":
      return `The current code is valid until ${isoInstant(rejection.otpExpiresAt)}; a new one can be sent only after that.`;
    case "withdrawal-state-conflict":
      return `The withdrawal is ${rejection.withdrawalStatus}; only PENDING_REVIEW can be approved or declined, only APPROVED settled.`;
    case "webhook-unknown":
      return `This company has no webhook ${shown(rejection.webhookId)}.`;
    case "webhook-url-not-allowed":
      return `The URL is refused: ${rejection.reason}. For a receiver of your own keep a public URL and route its host, as in PUT /sandbox/routes {"hooks.acme.dev": "http://127.0.0.1:3000"}.`;
    case "webhook-event-unknown":
      return `There is no event ${rejection.events.map(shown).join(", ")}; GET /webhook/events lists the ones that can be selected.`;
    case "webhook-inactive":
      return "The webhook is deactivated; reactivate it in the dashboard first.";
    case "delivery-unknown":
      return `This company has no delivery ${shown(rejection.deliveryId)}.`;
    case "attempt-not-awaited":
      return `The delivery ${shown(rejection.deliveryId)} does not wait for attempt ${rejection.number}.`;
    case "charge-unknown":
      return `This company has no charge ${shown(rejection.chargeId)}.`;
    case "charge-already-reversed":
      return "The charge was refunded or charged back before; there is one reversal for a charge.";
    case "charge-state-conflict":
      return `The charge is ${rejection.paymentStatus}; PENDING can be processed, paid or expired, PROCESSING paid, PAID refunded or charged back.`;
    case "subscription-unknown":
      return `This company has no subscription ${shown(rejection.subscriptionId)}.`;
    case "subscription-state-conflict":
      return `The subscription is ${rejection.subscriptionStatus}; PENDING can be authorized or rejected, AUTHORIZED charged.`;
    case "ledger-full":
      return `The company's books cannot count ${rejection.total} cents more exactly; the limit is ${Number.MAX_SAFE_INTEGER} cents.`;
    case "faults-full":
      return `A world has at most ${rejection.limit} faults; remove one first.`;
    case "fault-unknown":
      return `This world has no fault ${shown(rejection.faultId)}; GET /sandbox/faults lists them.`;
    case "call-not-struck":
      return `There is no fault for ${rejection.operationId}.`;
  }
}

/** An identifier that a client sent, short enough to read. */
function shown(id: string): string {
  return shortened(id, 64);
}
