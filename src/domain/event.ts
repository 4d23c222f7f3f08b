import type { AttemptResult } from "./attempt.ts";
import type { ChargeIds, Customer } from "./charge.ts";
import type { CompanyProfile } from "./company.ts";
import type { DeliveryState } from "./delivery.ts";
import type { IsoDuration } from "./duration.ts";
import type { CountedFaultTerms, DeliveryFault, FaultKind, Faults } from "./fault.ts";
import type { Instant } from "./instant.ts";
import type { Cents } from "./money.ts";
import type { Notification } from "./notification.ts";
import type { LimitWindow, RateLimitTerms } from "./rate-limit.ts";
import type { Route } from "./route.ts";
import type { Retention, Settings } from "./settings.ts";
import type { BillingOutcome, SubscriptionIds } from "./subscription.ts";
import type { WebhookIds, WebhookTerms } from "./webhook.ts";
import type { WebhookUrls } from "./webhook-url.ts";
import type { PayoutPlan, WithdrawalIds } from "./withdrawal.ts";

/**
 * The events of a world's history. They are stored and replayed at every startup, so the meaning of an event must never
 * change. Computed values (dates, amounts, texts) are part of the event and are not computed again. Fields whose names
 * end in `At` are instants. No event contains a one-time code, unless the settings fix it.
 */
export type WorldEvent =
  | InstanceEvent
  | HistoryEvent
  | CompanyEvent
  | ChargeEvent
  | SubscriptionEvent
  | WithdrawalEvent
  | WebhookEvent
  | NotificationEvent
  | DeliveryEvent
  | FaultEvent;
export type EventType = WorldEvent["type"];
export type EventOf<T extends EventType> = MemberOf<WorldEvent, T>;

/**
 * The member of a tagged union whose `type` can be `T`. Unlike `Extract`, it also finds members that several types
 * share (`{ type: "a" | "b" }`).
 */
export type MemberOf<U extends { type: string }, T extends string> = U extends unknown
  ? T extends U["type"]
    ? U & { type: T }
    : never
  : never;

export type ClockMode = "running" | "frozen";

export type InstanceEvent =
  | { type: "WorldCreated"; seed: string; settings: Settings }
  | { type: "ClockSet"; mode: ClockMode; rate: number }
  | { type: "TimeReached" }
  | { type: "SettingsChanged"; settings: Settings }
  | { type: "RoutesSet"; routes: readonly Route[] };

export type HistoryEvent =
  /** The bookmark is the position of this event. It replaces one of the same name. */
  | { type: "BookmarkSet"; name: string }
  | { type: "BookmarkRemoved"; name: string }
  /**
   * The world continues from its state at the position `to`; the events in between are no longer part of it. `epoch` is
   * greater than that of any rewind before, or, after a reset, that of the beginning. What survives is part of the
   * event.
   */
  | {
      type: "WorldRewound";
      to: number;
      epoch: number;
      deliveries: DeliveriesAfterRewind;
      clock: { mode: ClockMode; rate: number };
      routes: readonly Route[];
      /** Absent from events that were written before faults existed. */
      faults?: Faults;
      webhookUrls: WebhookUrls;
    };

/** Whether deliveries that were pending at the target of the rewind are made. */
export type DeliveriesAfterRewind = "resume" | "cancel";

export type CompanyEvent =
  | { type: "CompanyAdded"; companyId: string; profile: CompanyProfile }
  | { type: "CompanyChanged"; companyId: string; profile: CompanyProfile }
  | { type: "AutomaticWithdrawalScheduled"; companyId: string; nextAt: Instant | null };

export type ChargeEvent =
  | ({ type: "ChargeCreated"; expiresAt: Instant | null; retention: Retention | null } & ChargeIds & {
        total: Cents;
        externalId: string | null;
        customer: Customer | null;
      })
  | ({ type: "ChargeProcessing" } & ChargeIds)
  | ({ type: "ChargePaid"; total: Cents; heldCents: Cents; releaseAt: Instant | null } & ChargeIds)
  | ({ type: "ChargeExpired" } & ChargeIds)
  | ({ type: "ChargeRefunded" | "ChargeChargedBack"; total: Cents; fromHoldCents: Cents } & ChargeIds)
  | ({ type: "HoldReleased"; amountCents: Cents } & ChargeIds);

export type SubscriptionEvent =
  | ({ type: "SubscriptionCreated"; amountCents: Cents; interval: IsoDuration } & SubscriptionIds & {
        customer: Customer | null;
        nextOutcome: BillingOutcome;
      })
  | ({ type: "SubscriptionChanged"; amountCents: Cents; nextOutcome: BillingOutcome } & SubscriptionIds)
  | ({ type: "SubscriptionAuthorized"; nextBillingAt: Instant | null } & SubscriptionIds)
  | ({ type: "SubscriptionRejected" } & SubscriptionIds)
  | ({ type: "SubscriptionChargePaid"; nextBillingAt: Instant | null } & SubscriptionIds & {
        chargeId: string;
        total: Cents;
        heldCents: Cents;
        releaseAt: Instant | null;
      })
  | ({ type: "SubscriptionChargeFailed"; nextBillingAt: Instant | null } & SubscriptionIds);

export type WithdrawalEvent =
  | ({ type: "WithdrawalInitiated"; value: Cents; fee: Cents; pixKey: string } & WithdrawalIds)
  | ({ type: "OtpIssued"; issue: number; expiresAt: Instant; messageId: string; to: string } & WithdrawalIds & {
        /** Absent from codes that are not fixed. */
        fixedCode?: string;
      })
  | ({ type: "OtpRefused"; wrongAttempts: number } & WithdrawalIds)
  | ({ type: "WithdrawalConfirmed"; payout: PayoutPlan } & WithdrawalIds)
  | ({ type: "WithdrawalSentToReview" } & WithdrawalIds)
  | ({ type: "WithdrawalApproved"; payout: PayoutPlan } & WithdrawalIds)
  | ({ type: "WithdrawalDeclined" | "WithdrawalCancelled"; value: Cents } & WithdrawalIds)
  | ({ type: "WithdrawalSettled"; value: Cents; fee: Cents; endToEndId: string } & WithdrawalIds)
  | ({ type: "WithdrawalFailed"; value: Cents; reason: string | null } & WithdrawalIds)
  | ({ type: "AutomaticWithdrawalMade"; value: Cents; fee: Cents; pixKey: string; payout: PayoutPlan } & WithdrawalIds)
  | { type: "AutomaticWithdrawalSkipped"; companyId: string; availableCents: Cents; floorCents: Cents };

/** None of them contains the secret, which is derived like a code. */
export type WebhookEvent =
  | ({ type: "WebhookCreated" | "WebhookChanged" } & WebhookTerms & WebhookIds)
  | ({ type: "WebhookDeleted" | "WebhookDeactivated" | "WebhookReactivated" } & WebhookIds);

export type NotificationEvent = {
  type: "NotificationRaised";
  notificationId: string;
  companyId: string;
  name: Notification["name"];
  /** The text that every delivery sends and signs. */
  body: string;
  /** One for each notified webhook. */
  deliveries: readonly RaisedDelivery[];
};

export interface RaisedDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** Absent from most deliveries. */
  readonly fault?: DeliveryFault;
}

interface OfDelivery extends WebhookIds {
  deliveryId: string;
}
export type DeliveryEvent =
  | ({ type: "AttemptRecorded"; number: number; attemptedAt: Instant; url: string } & OfDelivery &
      AttemptResult & {
        /** The state of the delivery after this attempt. */
        state: DeliveryState;
        nextAttemptAt: Instant | null;
      })
  | ({ type: "DeliveryRequeued" } & OfDelivery)
  /** A delivery that waited was overtaken by a later one and is due now. */
  | ({ type: "DeliveryReleased" } & OfDelivery);

export type FaultEvent =
  | ({ type: "FaultAdded"; faultId: string; times: number } & CountedFaultTerms)
  | ({ type: "FaultAdded"; faultId: string } & RateLimitTerms)
  /** A rate limit let a call through. */
  | ({ type: "CallCounted"; faultId: string; operationId: string } & LimitWindow)
  /** The fault was applied to a call of an operation, or to a delivery. */
  | {
      type: "FaultStruck";
      faultId: string;
      kind: FaultKind;
      operationId?: string;
      deliveryId?: string;
      remaining: number;
    }
  | { type: "FaultsRemoved"; faultIds: readonly string[] };
