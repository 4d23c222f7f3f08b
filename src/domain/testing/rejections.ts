import type { OutcomeType, Rejection } from "../outcome.ts";

/** Every way to be refused; the compiler keeps the list complete. */
export const rejections: Record<Rejection["type"], true> = {
  "value-not-allowed": true,
  "withdrawal-already-open": true,
  "withdrawal-below-minimum": true,
  "insufficient-balance": true,
  "withdrawal-unknown": true,
  "withdrawal-not-awaiting-otp": true,
  "withdrawal-not-cancellable": true,
  "otp-blocked": true,
  "otp-expired": true,
  "otp-incorrect": true,
  "otp-still-valid": true,
  "withdrawal-state-conflict": true,
  "webhook-unknown": true,
  "webhook-url-not-allowed": true,
  "webhook-event-unknown": true,
  "webhook-inactive": true,
  "delivery-unknown": true,
  "attempt-not-awaited": true,
  "charge-unknown": true,
  "charge-already-reversed": true,
  "charge-state-conflict": true,
  "subscription-unknown": true,
  "subscription-state-conflict": true,
  "ledger-full": true,
  "faults-full": true,
  "fault-unknown": true,
  "call-not-struck": true,
};

export function isRejection(type: OutcomeType): boolean {
  return type in rejections;
}
