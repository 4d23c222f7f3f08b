import { Temporal } from "temporal-polyfill";

/** A moment of the world's own time: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** The earliest start of a world. */
export const firstInstant: Instant = 0;

/** The last instant with a four-digit year; no clock goes beyond it. */
export const lastInstant: Instant = 253_402_300_799_999;

/** Returns the earlier of two instants; either can be null. */
export function earlier(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/**
 * Returns the next instant after `at` at which clocks in `timeZone` show `localTime` ("06:00"), or null after the last
 * instant.
 */
export function nextLocalTime(at: Instant, localTime: string, timeZone: string): Instant | null {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const today = now.withPlainTime(localTime);
  const next = today.epochMilliseconds > at ? today : now.add({ days: 1 }).withPlainTime(localTime);
  return next.epochMilliseconds <= lastInstant ? next.epochMilliseconds : null;
}

/** Returns `2026-03-02T09:00:00.000`, as clocks in `timeZone` show an instant, and how far they are ahead of UTC. */
export function localTime(at: Instant, timeZone: string): { dateTime: string; offsetMinutes: number } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const dateTime = zoned.toPlainDateTime().toString({ smallestUnit: "millisecond" });
  return { dateTime, offsetMinutes: Math.round(zoned.offsetNanoseconds / 60e9) };
}

/** Returns `yyyyMMddHHmm` in UTC, the form of the Central Bank's transaction ids. */
export function compactMinute(at: Instant): string {
  return isoText(at).slice(0, 16).replace(/[-T:]/g, "");
}

/** Returns an instant in ISO 8601, in UTC with milliseconds: the form of every instant on the wire. */
export function isoText(at: Instant): string {
  return new Date(at).toISOString();
}

/** Returns whether `name` is a known time zone ("America/Sao_Paulo", "UTC"). */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
