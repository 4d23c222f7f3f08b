/**
 * Returns the instant, in milliseconds since 1970, at which clocks of a zone show a time such as `2026-03-02T09:00`. Of a
 * time that summer time skips, the instant after the gap. Returns null if the text is no time.
 */
export function zonedInstant(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset depends on the instant, so the first guess is made better once.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return asUtc - offsetMs(guess, timeZone);
}

/** Returns how far the clocks of a zone are ahead of UTC at an instant. */
export function offsetMs(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return shown - Math.floor(ms / 1_000) * 1_000;
}
