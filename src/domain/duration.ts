import { Temporal } from "temporal-polyfill";
import { remembering } from "../remembering.ts";
import { type Instant, lastInstant } from "./instant.ts";

/** An ISO 8601 duration: `PT5M`, `P30D`, `P1M`. A day has 24 hours; only months and years follow the calendar. */
export type IsoDuration = string;

const longest = { days: 36_525 };
export const DAY_MS = 86_400_000;

/**
 * Returns what is wrong with `text` as a duration, or null. Fractions of a millisecond and negative durations are
 * refused.
 */
export function durationProblem(text: string): string | null {
  let duration: Temporal.Duration;
  try {
    duration = durationOf(text);
  } catch {
    return `"${text.slice(0, 40)}" is not an ISO 8601 duration such as PT5M or P30D`;
  }
  if (duration.sign < 0) return "a duration must not be negative";
  if (duration.microseconds !== 0 || duration.nanoseconds !== 0) return "a duration must be whole milliseconds";
  if (exactMs(duration) + (duration.years * 366 + duration.months * 31) * DAY_MS > longest.days * DAY_MS) {
    return `a duration must be at most P${longest.days}D`;
  }
  return null;
}

export function isShorterThanADay(text: IsoDuration): boolean {
  return durationMs(text) < DAY_MS;
}

/**
 * Returns the instant `times` durations after `at`, or null if it is after the last instant. Months and years follow
 * the calendar of `timeZone`, so a monthly date does not drift: one month after January 31 is the last day of February,
 * two months after is March 31.
 */
export function durationAfter(at: Instant, text: IsoDuration, timeZone: string, times = 1): Instant | null {
  const { years, months, ms } = partsOf(text);
  const isExact = years === 0 && months === 0;
  const start = isExact ? at : addCalendar(at, { years: years * times, months: months * times }, timeZone);
  const end = start + ms * times;
  return end <= lastInstant ? end : null;
}

/** Returns the length of a duration without months and years, whose length varies. */
export function durationMs(text: IsoDuration): number {
  const { years, months, ms } = partsOf(text);
  return years === 0 && months === 0 ? ms : Number.POSITIVE_INFINITY;
}

/** Returns the instant a duration after `at`, at most the last instant. */
export function addDuration(at: Instant, text: IsoDuration, timeZone: string): Instant {
  return durationAfter(at, text, timeZone) ?? lastInstant;
}

function addCalendar(at: Instant, calendar: { years: number; months: number }, timeZone: string): Instant {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).add(calendar).epochMilliseconds;
}

/**
 * Throws a `RangeError` if the text is no duration. Worlds parse the same few durations again and again, and each takes
 * 10 µs.
 */
const durationOf = remembering(1_000, (text: IsoDuration) => Temporal.Duration.from(text));

/** Returns the years, the months, and the sum of all units below a month. Throws in the same way. */
const partsOf = remembering(1_000, (text: IsoDuration) => {
  const duration = durationOf(text);
  return { years: duration.years, months: duration.months, ms: exactMs(duration) };
});

function exactMs(duration: Temporal.Duration): number {
  const days = duration.weeks * 7 + duration.days;
  const seconds = (duration.hours * 60 + duration.minutes) * 60 + duration.seconds;
  return days * DAY_MS + seconds * 1000 + duration.milliseconds;
}

const units = [
  ["D", 86_400_000],
  ["H", 3_600_000],
  ["M", 60_000],
] as const;

/** Returns an ISO 8601 duration of a non-negative number of milliseconds: `P2DT3H`. */
export function exactDuration(ms: number): IsoDuration {
  let rest = ms;
  const [days = "", ...times] = units.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? "" : `${count}${unit}`;
  });
  const time = `${times.join("")}${rest === 0 ? "" : `${rest / 1000}S`}`;
  if (days === "" && time === "") return "PT0S";
  return `P${days}${time === "" ? "" : `T${time}`}`;
}
