const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns what clocks of a zone show at an instant, part by part. */
export function shownIn(timeZone: string, ms: number, locale: string, month: "short" | "2-digit") {
  const name = `${locale} ${timeZone}`;
  // Making a format takes a millisecond, so each is made once.
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat(locale, {
      timeZone,
      year: "numeric",
      month,
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
  formats.set(name, format);
  const parts = format.formatToParts(ms);
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
}

/** Returns how far the clocks of a zone are ahead of UTC at an instant. */
export function offsetMs(ms: number, timeZone: string): number {
  const of = shownIn(timeZone, ms, "en-CA", "2-digit");
  const day = [of("year"), ...[of("month"), of("day")].map((part) => part.padStart(2, "0"))].join("-");
  const shown = Date.parse(`${day}T${of("hour")}:${of("minute")}:${of("second")}Z`);
  return shown - Math.floor(ms / 1_000) * 1_000;
}

/**
 * Returns the instant, in milliseconds since 1970, at which clocks of a zone show a time such as `2026-03-02T09:00`; for
 * a time that summer time skips, the instant after the gap. Returns null if the text is no time.
 */
export function zonedInstant(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  // The browser takes a day beyond the end of a month for one of the next.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local.slice(0, 10))) return null;
  // The offset depends on the instant, so the first guess is made better once.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return asUtc - offsetMs(guess, timeZone);
}

/** The cities of Brazil whose zones have names without accents, as every zone does. */
const ACCENTED: Readonly<Record<string, string>> = {
  "Sao Paulo": "São Paulo",
  Araguaina: "Araguaína",
  Belem: "Belém",
  Cuiaba: "Cuiabá",
  Eirunepe: "Eirunepé",
  Maceio: "Maceió",
  Santarem: "Santarém",
};

/** Returns the city of a zone as people write it: `São Paulo` for `America/Sao_Paulo`. */
export function cityOf(timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return ACCENTED[city] ?? city;
}
