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

/** What a webhook can be notified of. `webhook.test` cannot be selected; it goes to the webhook under test only. */
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

/** Writes notifications in the form of the interface's document. Passed to `decide` from outside. */
export interface Wire {
  /** Returns the exact JSON text that every delivery of this notification carries. `seed` is the world's. */
  body(notification: Notification, at: Instant, seed: string): string;
}
