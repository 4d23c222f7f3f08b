import type { Tone } from "../parts/status.tsx";
import { LANES, type Lane, type Mark, type MoneyStep } from "./model.ts";
import type { Scale } from "./scale.ts";

const AXIS_PX = 20;
const BALANCE_PX = 60;
const LANE_PX = 17;

export function laneBox(lane: Lane): { readonly top: number; readonly height: number } {
  const index = LANES.indexOf(lane);
  if (index === 0) return { top: AXIS_PX, height: BALANCE_PX };
  return { top: AXIS_PX + BALANCE_PX + (index - 1) * LANE_PX, height: LANE_PX };
}

export const RAIL_PX = AXIS_PX + BALANCE_PX + (LANES.length - 1) * LANE_PX;

/** Marks of a lane that are closer than this are shown as one. */
const CLUSTER_PX = 11;

/** What the browser can lay out anew in each frame. */
const MAX_MARKS = 600;

/** A cluster with a failure shows a failure, and one with an end shows that rather than the steps to it. */
const severity: readonly Tone[] = ["bad", "attention", "good", "waiting", "quiet"];

export interface PlacedMark extends Mark {
  readonly x: number;
  readonly y: number;
}

/** Returns the marks at their places; those that would overlap are one mark with their number. */
export function placeMarks(marks: readonly Mark[], scale: Scale): readonly PlacedMark[] {
  const placed: PlacedMark[] = [];
  const lastOf = new Map<Lane, number>();
  for (const mark of marks.toSorted((a, b) => a.atMs - b.atMs)) {
    const { top, height } = laneBox(mark.lane);
    const x = scale.x(mark.atMs);
    const index = lastOf.get(mark.lane);
    const before = index === undefined ? undefined : placed[index];
    if (index !== undefined && before !== undefined && (x - before.x < CLUSTER_PX || placed.length >= MAX_MARKS)) {
      placed[index] = joined(before, mark);
    } else {
      lastOf.set(mark.lane, placed.length);
      placed.push({ ...mark, x, y: top + height / 2 });
    }
  }
  return placed;
}

function joined(cluster: PlacedMark, mark: Mark): PlacedMark {
  const tone = severity.indexOf(mark.tone) < severity.indexOf(cluster.tone) ? mark.tone : cluster.tone;
  const href = cluster.tone === tone ? cluster.href : mark.href;
  return { ...cluster, tone, href, count: cluster.count + mark.count };
}

/** The money lane: cents to pixels. Zero is always in it. */
export function moneyScale(steps: readonly MoneyStep[], others: readonly number[]): (cents: number) => number {
  const { top, height } = laneBox("balance");
  const most = Math.max(0, ...others, ...steps.map(({ max, reserved }) => max + reserved));
  const least = Math.min(0, ...others, ...steps.map(({ min }) => min));
  const span = Math.max(1, most - least);
  const margin = 5;
  return (cents) => top + margin + ((most - cents) / span) * (height - 2 * margin);
}
