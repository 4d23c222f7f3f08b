import { durationOf } from "../model/retention.ts";

/** The longest duration that a fixture can have. */
const MAX_MS = 36_525 * 86_400_000;

/** Returns how long before the end of the recording something was. No world begins before 1970. */
export function agoOf(endMs: number, at: number): string {
  return durationOf(Math.min(endMs, MAX_MS, Math.max(0, Math.round(endMs - at))));
}

/** Returns how long after the end of the recording something is due. */
export function dueIn(endMs: number, at: number): string {
  return durationOf(Math.min(MAX_MS, Math.round(at - endMs)));
}
