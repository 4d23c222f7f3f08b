import type { Attempt } from "./attempt.ts";
import type { Due } from "./due.ts";
import type { WebhookFaultKind } from "./fault.ts";
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
  /** What sort of fault has struck it; most have none. */
  readonly fault?: WebhookFaultKind | undefined;
  /** Whether it waits for a later one to the same webhook to be attempted first. */
  heldBack?: boolean | undefined;
  /** When the next attempt is to be made. It stays while that attempt is under way. */
  attemptDue: Due | null;
  /** Those that have ended, in order. */
  readonly attempts: Attempt[];
}

/** A world, as far as it knows what is held back. */
interface Waiting {
  readonly heldBack: Set<string>;
}

/** What was not begun will not be; what is under way will still be recorded. One that has ended stays as it ended. */
export function cancelDelivery(world: Waiting, delivery: Delivery): void {
  if (delivery.state !== "PENDING") return;
  letGo(world, delivery);
  delivery.state = "CANCELLED";
  delivery.attemptDue = null;
}

/** It waits for no other one any more. */
export function letGo({ heldBack }: Waiting, delivery: Delivery): void {
  if (!delivery.heldBack) return;
  delivery.heldBack = false;
  heldBack.delete(delivery.deliveryId);
}
