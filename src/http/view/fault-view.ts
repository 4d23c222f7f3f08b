import type { Fault } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { callsLeft, windowAt } from "../../domain/rate-limit.ts";
import type { ObjectShape } from "../../spec/shape.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";

/** The fields of all kinds of faults; each kind has some of them. */
export const faultShape = {
  faultId: true,
  kind: true,
  operationId: true,
  status: true,
  headers: true,
  requests: true,
  per: true,
  delay: true,
  event: true,
  webhookId: true,
  times: true,
  remaining: true,
  resetsAt: true,
  createdAt: true,
} as const satisfies ObjectShape;

/** `now`: the world's time, by which limits count. */
export function faultView(fault: Fault, now: Instant) {
  const shown = { ...fault, createdAt: isoInstant(fault.createdAt) };
  if (fault.kind !== "rate-limit") return shown;
  const resetsAt = isoInstantOrNull(windowAt(fault, now)?.endsAt ?? null);
  return { ...shown, remaining: callsLeft(fault, now), resetsAt };
}
