import type { PaymentStatus } from "./charge.ts";
import type { CallFault } from "./fault.ts";
import type { Instant } from "./instant.ts";
import type { MemberOf } from "./member-of.ts";
import type { Cents } from "./money.ts";
import type { SettingProblem } from "./settings.ts";
import type { SubscriptionStatus } from "./subscription.ts";
import type { WebhookUrlRule } from "./webhook-url.ts";
import type { WithdrawalStatus } from "./withdrawal.ts";

/** The named result of a command. What a success looks like is read from the world; a rejection says why. */
export type Outcome = Success | Rejection;

export type Success =
  | { type: "world-created" | "clock-set" | "time-reached" | "settings-changed" | "routes-set" }
  | { type: "bookmark-set" | "bookmark-removed" | "world-rewound" }
  | {
      type: "company-added" | "company-changed" | "automatic-withdrawal-made" | "automatic-withdrawal-skipped";
      companyId: string;
    }
  | { type: "charge-created" | "charge-changed" | "hold-released"; companyId: string; chargeId: string }
  | { type: "subscription-created" | "subscription-changed"; companyId: string; subscriptionId: string }
  | { type: WithdrawalSuccess; companyId: string; withdrawId: string }
  | { type: "webhook-created" | "webhook-changed" | "webhook-deleted"; companyId: string; webhookId: string }
  | {
      type: "test-delivery-triggered" | "delivery-requeued" | "attempt-recorded";
      companyId: string;
      deliveryId: string;
    }
  | { type: "fault-added"; faultId: string }
  | { type: "faults-removed"; faultIds: readonly string[] }
  /** The fault as it was before it struck. */
  | { type: "call-struck"; fault: CallFault };

type WithdrawalSuccess =
  | "initiated"
  | "code-accepted"
  | "code-resent"
  | "cancelled"
  | "withdrawal-approved"
  | "withdrawal-declined"
  | "withdrawal-settled";

/**
 * Why a command was refused. The union is closed and stands in the order of precedence: where two reasons
 * apply, the one listed first is given. A rejection changes nothing, but for `otp-incorrect`, which is counted.
 */
export type Rejection =
  // Anything: a value that the schema cannot judge (a duration, a time zone).
  | { type: "value-not-allowed"; problems: readonly SettingProblem[] }
  // Initiating a withdrawal.
  | { type: "withdrawal-already-open"; withdrawId: string }
  | { type: "withdrawal-below-minimum"; value: Cents; minimum: Cents; fee: Cents; realMinimum: Cents }
  | { type: "insufficient-balance"; value: Cents; balance: Cents }
  // Confirming it, sending its code again, cancelling it.
  | { type: "withdrawal-unknown"; withdrawId: string }
  | { type: "withdrawal-not-awaiting-otp"; withdrawId: string; withdrawalStatus: WithdrawalStatus }
  | { type: "withdrawal-not-cancellable"; withdrawId: string; withdrawalStatus: WithdrawalStatus }
  | { type: "otp-blocked"; withdrawId: string }
  | { type: "otp-expired"; withdrawId: string; otpExpiresAt: Instant }
  | { type: "otp-incorrect"; withdrawId: string; attemptsLeft: number }
  | { type: "otp-still-valid"; withdrawId: string; otpExpiresAt: Instant }
  // Creating a webhook, changing and testing it.
  | { type: "webhook-unknown"; webhookId: string }
  | { type: "webhook-url-not-allowed"; url: string; rule: WebhookUrlRule; reason: string }
  | { type: "webhook-event-unknown"; events: readonly string[]; allowed: readonly string[] }
  | { type: "webhook-inactive"; webhookId: string }
  // Delivering: what is recorded too late, or twice, is not awaited.
  | { type: "delivery-unknown"; deliveryId: string }
  | { type: "attempt-not-awaited"; deliveryId: string; number: number }
  // What the outside world does: reviewers, banks, customers.
  | { type: "withdrawal-state-conflict"; withdrawId: string; withdrawalStatus: WithdrawalStatus }
  | { type: "charge-unknown"; chargeId: string }
  | { type: "charge-already-reversed"; chargeId: string }
  | { type: "charge-state-conflict"; chargeId: string; paymentStatus: PaymentStatus }
  | { type: "subscription-unknown"; subscriptionId: string }
  | { type: "subscription-state-conflict"; subscriptionId: string; subscriptionStatus: SubscriptionStatus }
  | { type: "ledger-full"; total: Cents }
  // What goes wrong.
  | { type: "faults-full"; limit: number }
  | { type: "fault-unknown"; faultId: string }
  | { type: "call-not-struck"; operationId: string };

export type OutcomeType = Outcome["type"];
export type OutcomeOf<T extends OutcomeType> = MemberOf<Outcome, T>;
