import type { Charge } from "./charge.ts";
import type { Instant } from "./instant.ts";
import type { Subscription } from "./subscription.ts";
import type { Withdrawal } from "./withdrawal.ts";

/**
 * What a webhook can be told (interface: "Event names"). `charge.received` is missing: it is reserved and no flow
 * fires it.
 */
export type Notification =
  | {
      name: "charge.pending" | "charge.processing" | "charge.paid" | "charge.expired" | "dispute.chargeback";
      charge: Charge;
    }
  | {
      name: "subscription.authorized" | "subscription.rejected" | "subscription.charge.failed";
      subscription: Subscription;
    }
  | { name: "subscription.charge.paid"; subscription: Subscription; chargeId: string }
  | { name: "withdraw.completed"; withdrawal: Withdrawal };

/** Writes notifications as the interface's document describes them. Given to `decide` from outside. */
export interface Wire {
  /** The exact JSON text that every delivery of this notification will carry. */
  body(notification: Notification, at: Instant): string;
}
