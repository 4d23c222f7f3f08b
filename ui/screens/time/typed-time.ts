import { DAY, typedDuration } from "../../parts/duration.ts";
import { offsetMs, zonedInstant } from "../../parts/zone.ts";

/** How the names of the days begin, from Sunday on, in English and in Portuguese. */
const WEEKDAYS = ["sun|dom", "mon|seg", "tue|ter", "wed|qua", "thu|qui", "fri|sex", "sat|sab"];

/** The end of the year 9999: later years have no four digits. */
const MAX_DATE_MS = 253_402_300_799_999;

/**
 * Returns the instant that a person means, in either language: `5m`, `1h 30m`, `30d`, `14:00`, `tomorrow 9:00`,
 * `next friday`, `sexta`, `02/03/2026`, `2026-03-02 09:00`; null for what is none of these. A clock without a day is the next
 * time that clocks of the zone show it, and a day without a clock begins at midnight.
 */
export function typedTime(typed: string, nowMs: number, zone: string): number | null {
  const text = typed
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "");
  const durationMs = typedDuration(text);
  if (durationMs !== null) return durationMs > MAX_DATE_MS - nowMs ? null : nowMs + durationMs;
  const [, day = "", hour, minute = "", second = "00"] =
    /^(.*?)(?:(?:^|\s)(\d{1,2})[:h](\d{2})(?::(\d{2}))?)?$/.exec(text) ?? [];
  const date = dateIn(day.trim(), nowMs, zone);
  if (date === null || (hour === undefined && day.trim() === "")) return null;
  const at = (on: string) => zonedInstant(`${on}T${(hour ?? "0").padStart(2, "0")}:${minute || "00"}:${second}`, zone);
  const ms = at(date);
  const isPassed = ms !== null && ms <= nowMs && day.trim() === "";
  return isPassed ? at(dayAfter(date, 1)) : ms;
}

/** Returns the day that is named, as `2026-03-02`; today for no name. */
function dateIn(text: string, nowMs: number, zone: string): string | null {
  const today = new Date(nowMs + offsetMs(nowMs, zone)).toISOString().slice(0, 10);
  if (/^(|today|hoje)$/.test(text)) return today;
  if (/^(tomorrow|amanha)$/.test(text)) return dayAfter(today, 1);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const [, dayOfMonth, month, year = today.slice(0, 4)] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text) ?? [];
  if (dayOfMonth !== undefined && month !== undefined) {
    return `${year}-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  }
  const name = text.replace(/^(next|proxim[ao]) /, "").replace(/-feira$/, "");
  const weekday = /^[a-z]+$/.test(name)
    ? WEEKDAYS.findIndex((names) => names.split("|").includes(name.slice(0, 3)))
    : -1;
  if (weekday === -1) return null;
  const days = (weekday - new Date(today).getUTCDay() + 6) % 7;
  return dayAfter(today, days + 1);
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}
