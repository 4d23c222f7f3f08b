import { offsetMs } from "../../parts/zone.ts";

/**
 * Returns the instant, in milliseconds since 1970, at which clocks of a zone show a time such as `2026-03-02T09:00`; for
 * a time that summer time skips, the instant after the gap. Returns null if the text is no time.
 */
export function zonedInstant(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset depends on the instant, so the first guess is made better once.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return asUtc - offsetMs(guess, timeZone);
}
