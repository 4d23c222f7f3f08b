/** The events of the platform's document, `charge.received` aside, which is reserved and fired by nothing. */
export const firedEvents = [
  "charge.pending",
  "charge.processing",
  "charge.paid",
  "charge.expired",
  "subscription.authorized",
  "subscription.rejected",
  "subscription.charge.paid",
  "subscription.charge.failed",
  "withdraw.completed",
  "dispute.chargeback",
] as const;

export const reservedEvent = "charge.received";

export function isDocumentedEvent(name: unknown): name is string {
  return typeof name === "string" && [...firedEvents, reservedEvent].some((known) => known === name);
}
