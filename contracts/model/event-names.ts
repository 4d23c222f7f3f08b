import { selectableEvents } from "../../src/spec/generated/event-names.ts";

export const reservedEvent = "charge.received";

/** Whether the platform's document lists an event; it reserves one of them, which nothing fires. */
export function isDocumentedEvent(name: unknown): name is string {
  return selectableEvents.some((known) => known === name);
}

export const paymentStatuses = ["PENDING", "PROCESSING", "PAID", "EXPIRED", "REFUNDED"] as const;

export function isPaymentStatus(value: unknown): boolean {
  return paymentStatuses.some((status) => status === value);
}
