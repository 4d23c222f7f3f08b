import type { IsoDuration } from "../domain/duration.ts";

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
