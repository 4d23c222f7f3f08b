const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The milliseconds of an ISO 8601 instant: a date and a time that say how far from UTC they are. Not a number for anything else. */
export function instantIn(value: unknown): number {
  const text = typeof value === "string" ? plain(value) : "";
  return instant.test(text) ? Date.parse(text) : Number.NaN;
}

export function isInstant(value: unknown): value is string {
  return !Number.isNaN(instantIn(value));
}

/** The same in UTC. */
export function isUtcInstant(value: unknown): value is string {
  return isInstant(value) && /(Z|[+-]00(:?00)?)$/i.test(value);
}

/** ISO 8601 also has a form without separators, a comma before fractions, and offsets of hours or of four digits. */
function plain(text: string): string {
  return text
    .toUpperCase()
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, "$1-$2-$3T$4:$5:$6")
    .replace(",", ".")
    .replace(/([+-]\d\d)(\d\d)?$/, (_, hours: string, minutes = "00") => `${hours}:${minutes}`);
}
