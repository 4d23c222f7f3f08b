const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Returns a duration in its two largest units: `29 d 4 h`, `4 min 59 s`. The units are the same in both languages. */
export function durationText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1_000);
  const parts = [
    [Math.floor(seconds / DAY_S), "d"],
    [Math.floor((seconds % DAY_S) / HOUR_S), "h"],
    [Math.floor((seconds % HOUR_S) / MINUTE_S), "min"],
    [seconds % MINUTE_S, "s"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return "0 s";
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?|segs?|segundos?)$/, 1_000],
  [/^(m|min|mins|minutes?|minutos?)$/, 60_000],
  [/^(h|hours?|horas?)$/, 3_600_000],
  [/^(d|days?|dias?)$/, DAY_S * 1_000],
  [/^(w|weeks?|sem|semanas?)$/, 7 * DAY_S * 1_000],
];

/** Returns the milliseconds of a duration as a person types it, in either language: `5m`, `1 h 30 min`, `30 dias`; else null. */
export function typedDuration(text: string): number | null {
  const parts = [...text.replace(/^\+\s*/, "").matchAll(/(\d+)\s*([a-z]+)\s*/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text.replace(/^\+\s*/, "")) return null;
  let sum = 0;
  for (const [, count, unit = ""] of parts) {
    const found = UNITS.find(([names]) => names.test(unit));
    if (found === undefined) return null;
    sum += Number(count) * found[1];
  }
  return sum;
}

/** Returns milliseconds as ISO 8601 writes a duration. */
export function isoDuration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds > 0 && seconds % DAY_S === 0) return `P${seconds / DAY_S}D`;
  return seconds > 0 && seconds % MINUTE_S === 0 ? `PT${seconds / MINUTE_S}M` : `PT${seconds}S`;
}

/** Returns a duration of ISO 8601 as a person reads it; one that has other parts, as it is. */
export function isoText(iso: string): string {
  const [, ...counts] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(iso) ?? [];
  const parts = counts.flatMap((count, i) => (count === undefined ? [] : [`${count} ${["d", "h", "min", "s"][i]}`]));
  return parts.length > 0 ? parts.join(" ") : iso;
}
