import type { Due } from "./agenda.ts";
import { addDuration } from "./duration.ts";
import type { Instant } from "./instant.ts";
import { type Cents, percentOf } from "./money.ts";
import type { Retention } from "./settings.ts";

/** A part of a paid charge, held until `due.at` (interface: "Reserve hold"). A released hold no longer exists. */
export interface ReserveHold {
  readonly chargeId: string;
  readonly amountCents: Cents;
  readonly due: Due;
}

/**
 * Returns how much of a payment of `totalCents` at `paidAt` is held and until when; `releaseAt` is null if nothing is
 * held.
 */
export function retain(totalCents: Cents, retention: Retention | null, paidAt: Instant, timeZone: string) {
  const heldCents = retention === null ? 0 : percentOf(totalCents, retention.percent);
  if (retention === null || heldCents === 0) return { heldCents: 0, releaseAt: null };
  return { heldCents, releaseAt: addDuration(paidAt, retention.holdFor, timeZone) };
}
