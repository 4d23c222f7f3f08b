import type { Attempt } from "./attempt.ts";
import type { Due } from "./due.ts";
import type { Instant } from "./instant.ts";

/** `CANCELLED`: before it was delivered its webhook was deactivated or deleted, or the world rewound without it. */
export type DeliveryState = "PENDING" | "DELIVERED" | "FAILED" | "CANCELLED";

/** One notification on its way to one webhook. */
export interface Delivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly companyId: string;
  /** The event's name. */
  readonly event: string;
  /** Exactly what every attempt sends and signs. */
  readonly body: string;
  readonly createdAt: Instant;
  state: DeliveryState;
  /** A single attempt without consequences: a test, or something that was asked for once more. */
  once: boolean;
  /** When the next attempt is to be made. It stays while that attempt is under way. */
  attemptDue: Due | null;
  /** Those that have ended, in order. */
  readonly attempts: Attempt[];
}

/** What was not begun will not be; what is under way will still be recorded. One that has ended stays as it ended. */
export function cancelDelivery(delivery: Delivery): void {
  if (delivery.state !== "PENDING") return;
  delivery.state = "CANCELLED";
  delivery.attemptDue = null;
}
