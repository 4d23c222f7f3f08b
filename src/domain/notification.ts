import type { Charge } from "./charge.ts";
import type { Instant } from "./instant.ts";
import type { Subscription } from "./subscription.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** The events that a webhook can select (interface: "Event names"). `charge.received` is reserved; no flow fires it. */
export const selectableEvents: readonly string[] = [
  "charge.pending",
  "charge.processing",
  "charge.paid",
  "charge.expired",
  "charge.received",
  "subscription.authorized",
  "subscription.rejected",
  "subscription.charge.paid",
  "subscription.charge.failed",
  "withdraw.completed",
  "dispute.chargeback",
];

/** What a webhook can be told. `webhook.test` cannot be selected; it is sent to the one webhook that is tested. */
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
  | { name: "withdraw.completed"; withdrawal: Withdrawal }
  | { name: "webhook.test"; companyId: string; webhookId: string };

/** Writes notifications as the interface's document describes them. Given to `decide` from outside. */
export interface Wire {
  /** The exact JSON text that every delivery of this notification will carry. `seed` is that of the world. */
  body(notification: Notification, at: Instant, seed: string): string;
}
