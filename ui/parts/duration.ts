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
