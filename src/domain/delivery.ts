import type { Due } from "./agenda.ts";
import type { Attempt } from "./attempt.ts";
import type { WebhookFaultKind } from "./fault.ts";
import type { Instant } from "./instant.ts";

/** `CANCELLED`: its webhook was deactivated or deleted before delivery, or a rewind cancelled it. */
export type DeliveryState = "PENDING" | "DELIVERED" | "FAILED" | "CANCELLED";

/** A notification for one webhook. */
export interface Delivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly companyId: string;
  readonly event: string;
  /** The exact text that every attempt sends and signs. */
  readonly body: string;
  readonly createdAt: Instant;
  /** The `traceparent` of the call that caused the notification, if it had one. */
  readonly traceparent?: string | undefined;
  state: DeliveryState;
  /** Whether it gets a single attempt, whose failure does not deactivate the webhook: a test or a redelivery. */
  once: boolean;
  /** The kind of the applied fault, if any. */
  readonly fault?: WebhookFaultKind | undefined;
  /** Whether it waits until a later delivery to the same webhook was attempted. */
  heldBack?: boolean | undefined;
  /** When the next attempt is due. It does not change while that attempt is under way. */
  attemptDue: Due | null;
  /** The finished attempts, in order. */
  attempts: readonly Attempt[];
}

/** The part of a world that knows which deliveries wait. */
interface Waiting {
  readonly heldBack: Set<string>;
}

/**
 * Cancels a delivery: no further attempt begins. One that is under way is still recorded. An ended delivery stays as it
 * is.
 */
export function cancelDelivery(world: Waiting, delivery: Delivery): void {
  if (delivery.state !== "PENDING") return;
  letGo(world, delivery);
  delivery.state = "CANCELLED";
  delivery.attemptDue = null;
}

/** Ends the wait for a later delivery. */
export function letGo({ heldBack }: Waiting, delivery: Delivery): void {
  if (!delivery.heldBack) return;
  delivery.heldBack = false;
  heldBack.delete(delivery.deliveryId);
}
