import type { Tone } from "../parts/status.tsx";
import type { Scale, Stretch } from "./scale.ts";

export const LANES = ["balance", "holds", "withdrawals", "webhooks", "calls", "bookmarks"] as const;
export type Lane = (typeof LANES)[number];

/** The money after the events of a short time. */
export interface MoneyStep {
  /** When the first of them happened. */
  readonly fromMs: number;
  /** When the last of them happened. */
  readonly atMs: number;
  /** The last place of that time that a rewind can go to. */
  readonly position: number;
  readonly min: number;
  readonly max: number;
  readonly available: number;
  readonly reserved: number;
}

/** Something that happened, or many of it. */
export interface Mark {
  readonly lane: Lane;
  readonly atMs: number;
  readonly tone: Tone;
  readonly label: string;
  readonly href: string | null;
  readonly count: number;
}

/** Something that lasts: a hold from the payment to its release. */
interface Bar extends Stretch {
  readonly href: string | null;
  readonly isOver: boolean;
}

export interface DueItem {
  readonly atMs: number;
  /** Null for what is of another company. */
  readonly lane: Lane | null;
  readonly label: string;
  /** What the company has more or less then, in cents, as far as it is known. */
  readonly cents: number;
}

/** A part of the history that a rewind left. */
interface LeftBranch extends Stretch {
  readonly after: number;
  readonly upTo: number;
}

/** What the rail shows, all of one position. */
export interface RailModel {
  readonly nowMs: number;
  readonly position: number;
  readonly rewindableFrom: number;
  readonly steps: readonly MoneyStep[];
  readonly marks: readonly Mark[];
  readonly bars: readonly Bar[];
  readonly due: readonly DueItem[];
  /** How many more are due later, which are not read. */
  readonly dueLater: number;
  readonly left: readonly LeftBranch[];
  /** Where the axis is not folded. What is read more finely changes nothing here, so that the axis stays as it is. */
  readonly stops: readonly number[];
}

/** What the parts of the picture are drawn of. */
export interface Drawn {
  readonly model: RailModel;
  readonly scale: Scale;
}

/** Returns every instant at which something happens. */
export function instantsOf({ nowMs, steps, marks, bars, due, left }: Omit<RailModel, "stops">): readonly number[] {
  return [
    nowMs,
    ...steps.flatMap(({ fromMs, atMs }) => [fromMs, atMs]),
    ...marks.map(({ atMs }) => atMs),
    ...bars.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
    ...due.map(({ atMs }) => atMs),
    ...left.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
  ];
}

/** Returns the last step at or before an instant; null before the first. */
export function stepAt(steps: readonly MoneyStep[], ms: number): MoneyStep | null {
  return steps.findLast(({ atMs }) => atMs <= ms) ?? null;
}

/** Returns the branch to which a position belongs that a rewind left; undefined for one of the present history. */
export function leftBranchAt({ left }: RailModel, position: number): LeftBranch | undefined {
  return left.find(({ after, upTo }) => position > after && position <= upTo);
}
