const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The units are the same in both languages. */
const UNITS = ["d", "h", "min", "s"];

/** Returns a duration in its two largest units: `29 d 4 h`, `4 min 59 s`. */
export function durationText(ms: number): string {
  const rest = Math.abs(ms);
  const counts = [rest / DAY, (rest % DAY) / HOUR, (rest % HOUR) / MINUTE, (rest % MINUTE) / SECOND].map(Math.floor);
  const first = counts.findIndex((count) => count > 0);
  if (first === -1) return "0 s";
  const shown = counts.map((count, i) => (count > 0 && i <= first + 1 ? `${count} ${UNITS[i]}` : ""));
  return shown.filter(Boolean).join(" ");
}

/** How people name the units, in either language. */
const NAMES: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?|segs?|segundos?)$/, SECOND],
  [/^(m|min|mins|minutes?|minutos?)$/, MINUTE],
  [/^(h|hours?|horas?)$/, HOUR],
  [/^(d|days?|dias?)$/, DAY],
  [/^(w|weeks?|sem|semanas?)$/, 7 * DAY],
];

/** Returns the milliseconds of a duration as a person types it: `5m`, `1 h 30 min`, `30 dias`; null if it is none. */
export function typedDuration(text: string): number | null {
  const typed = /^(?:\+\s*)?((?:\d+\s*[a-z]+\s*)+)$/.exec(text)?.[1] ?? "";
  const parts = [...typed.matchAll(/(\d+)\s*([a-z]+)/g)].map(([, count, name = ""]) => {
    return Number(count) * (NAMES.find(([names]) => names.test(name))?.[1] ?? Number.NaN);
  });
  const sum = parts.reduce((before, ms) => before + ms, 0);
  return parts.length === 0 || Number.isNaN(sum) ? null : sum;
}

/** Returns milliseconds as ISO 8601 writes a duration. */
export function isoDuration(ms: number): string {
  if (ms > 0 && ms % DAY === 0) return `P${ms / DAY}D`;
  return ms > 0 && ms % MINUTE === 0 ? `PT${ms / MINUTE}M` : `PT${ms / SECOND}S`;
}

/** Returns a duration of ISO 8601 as a person reads it; one that has other parts, as it is. */
export function isoText(iso: string): string {
  const [, ...counts] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(iso) ?? [];
  const parts = counts.flatMap((count, i) => (count === undefined ? [] : [`${count} ${UNITS[i]}`]));
  return parts.length > 0 ? parts.join(" ") : iso;
}
