import { DAY, HOUR, MINUTE } from "../parts/duration.ts";
import { offsetMs } from "../parts/zone.ts";
import type { Scale } from "./scale.ts";

const INTERVALS = [
  ...[1, 5, 15, 30].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * DAY),
];

/** Labels closer than this would run into each other. */
const MIN_TICK_PX = 84;

export const LABEL_PX = MIN_TICK_PX / 2;

interface Tick {
  readonly x: number;
  readonly ms: number;
  /** Whether the time of the day tells it, or the day. */
  readonly shows: "time" | "day";
}

/** Returns the labels of the axis: round times in the zone, and the beginning of parts that have no round time. */
export function ticksOf({ segments, x }: Scale, timeZone: string): readonly Tick[] {
  const ticks: Tick[] = [];
  for (const { fromMs, toMs, x0, x1, isFolded } of segments) {
    if (isFolded || x1 - x0 < 1) continue;
    const msPerPx = (toMs - fromMs) / (x1 - x0);
    const interval = INTERVALS.find((ms) => ms / msPerPx >= MIN_TICK_PX) ?? INTERVALS.at(-1) ?? DAY;
    const offset = offsetMs(fromMs, timeZone);
    const first = Math.ceil((fromMs + offset) / interval) * interval - offset;
    const round: Tick[] = [];
    for (let ms = first; ms <= toMs; ms += interval) {
      round.push({ x: x(ms), ms, shows: (ms + offset) % DAY === 0 ? "day" : "time" });
    }
    const beginning: Tick = { x: x0, ms: fromMs, shows: interval < DAY ? "time" : "day" };
    const hasRoom = round.length === 0 || (round[0]?.x ?? 0) - x0 > MIN_TICK_PX;
    ticks.push(...(hasRoom ? [beginning, ...round] : round));
  }
  // The length of a fold stands in the fold, where a label before it would run into it.
  const folds = segments.filter(({ isFolded }) => isFolded);
  const isFree = ({ x: left }: Tick) => !folds.some(({ x0, x1 }) => left + LABEL_PX > x0 && left < x1);
  return ticks.filter((tick, i) => isFree(tick) && (i === 0 || tick.x - (ticks[i - 1]?.x ?? 0) >= LABEL_PX));
}
