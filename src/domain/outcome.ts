import type { ChargeIds } from "./charge.ts";
import type { MemberOf } from "./event.ts";
import type { AppliedFault } from "./fault.ts";
import type { Rejection } from "./rejection.ts";
import type { SubscriptionIds } from "./subscription.ts";
import type { WebhookIds } from "./webhook.ts";
import type { WithdrawalIds } from "./withdrawal.ts";

/** The named result of a command. What a success looks like is read from the world; a rejection says why. */
export type Outcome = Success | Rejection;

export type Success =
  | { type: "world-created" | "clock-set" | "time-reached" | "settings-changed" | "routes-set" }
  | { type: "bookmark-set" | "bookmark-removed" | "world-rewound" }
  | {
      type: "company-added" | "company-changed" | "automatic-withdrawal-made" | "automatic-withdrawal-skipped";
      companyId: string;
    }
  | ({ type: "charge-created" | "charge-changed" | "hold-released" } & ChargeIds)
  | ({ type: "subscription-created" | "subscription-changed" } & SubscriptionIds)
  | ({ type: WithdrawalSuccess } & WithdrawalIds)
  | ({ type: "webhook-created" | "webhook-changed" | "webhook-deleted" } & WebhookIds)
  | {
      type: "test-delivery-triggered" | "delivery-requeued" | "attempt-recorded";
      companyId: string;
      deliveryId: string;
    }
  | { type: "fault-added"; faultId: string }
  | { type: "faults-removed"; faultIds: readonly string[] }
  /** The fault as it was before it was applied. */
  | { type: "call-fault-applied"; fault: AppliedFault }
  /** Limits have counted the call, and nothing happens to it. */
  | { type: "call-counted" };

type WithdrawalSuccess =
  | "initiated"
  | "code-accepted"
  | "code-resent"
  | "cancelled"
  | "withdrawal-approved"
  | "withdrawal-declined"
  | "withdrawal-settled";

export type OutcomeType = Outcome["type"];
export type OutcomeOf<T extends OutcomeType> = MemberOf<Outcome, T>;
