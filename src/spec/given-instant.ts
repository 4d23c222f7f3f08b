/** What a time in a request, a file or an option must be, for messages. */
export const INSTANT_FORM = "a time with its offset, like 2026-03-02T12:00:00Z";

/** RFC 3339, `date-time`. A local time without an offset is no instant. */
const dateTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

const withoutSeconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/i;

const minuteMs = 60_000;

/**
 * Returns the instant that an RFC 3339 date-time names, in milliseconds since 1970, without digits beyond them; null for
 * any other text.
 */
export function readInstant(text: string): number | null {
  const [, date, time, fraction = "", sign, hours, minutes] = dateTime.exec(text) ?? [];
  const local = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const localMs = Date.parse(local);
  // 30 February and 24:00 read back as another day.
  if (Number.isNaN(localMs) || new Date(localMs).toISOString() !== local) return null;
  const aheadMs = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  const at = localMs - aheadMs;
  // An offset can lead out of the years of four digits.
  return new Date(at).toISOString().length === local.length ? at : null;
}

/**
 * Returns what else to say of a text that is no instant: it lacks only the seconds; or it has the form, but names no day, no
 * time of a day, or a year beyond four digits.
 */
export function hintForInstant(text: unknown): string {
  if (typeof text === "string" && withoutSeconds.test(text)) return "; write the seconds, too";
  return typeof text === "string" && dateTime.test(text)
    ? "; there is no such day or time, or it is not in the years 0000 to 9999"
    : "";
}

/** Returns the instant of a text that a schema with `format: date-time` has taken. */
export function instantOf(text: string): number {
  const at = readInstant(text);
  if (at === null) throw new RangeError(`no instant: ${text.slice(0, 40)}`);
  return at;
}
