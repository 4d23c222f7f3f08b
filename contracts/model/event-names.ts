import { selectableEvents } from "../../src/spec/generated/event-names.ts";

export const reservedEvent = "charge.received";

/** Whether the platform's document lists an event; it reserves one of them, which nothing fires. */
export function isDocumentedEvent(name: unknown): name is string {
  return selectableEvents.some((known) => known === name);
}

/** Whether it is a state that charges have. */
export function isPaymentStatus(value: unknown): boolean {
  return ["PENDING", "PROCESSING", "PAID", "EXPIRED", "REFUNDED"].some((status) => status === value);
}
