import type { Fault } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { callsLeft, windowAt } from "../../domain/rate-limit.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";

/** `now`: the world's time, by which limits count. */
export function faultView(fault: Fault, now: Instant) {
  const shown = { ...fault, createdAt: isoInstant(fault.createdAt) };
  if (fault.kind !== "rate-limit") return shown;
  const resetsAt = isoInstantOrNull(windowAt(fault, now)?.endsAt ?? null);
  return { ...shown, remaining: callsLeft(fault, now), resetsAt };
}
