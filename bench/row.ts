import type { Growth } from "./growth.ts";
import type { Spread } from "./spread.ts";

/** What is so much for each of so many. Of several turns, the sums are divided. */
export interface Quotient {
  readonly amount: number;
  readonly per: number;
}

/** What was measured of one contender in one turn or round. */
export interface Sample {
  /** By what was measured: `perSecond`, `cpuMicros`, … */
  readonly values: Readonly<Record<string, number | Quotient>>;
  /** Of its requests, where they were timed. */
  readonly durationsMs?: readonly number[];
  /** Requests that had no answer, or not the one that was due. Any makes the row worthless. */
  readonly failed: number;
}

/** Who takes part in a row, and how it is measured once. */
export interface Contender {
  readonly name: string;
  readonly measure: () => Promise<Sample>;
}

/** One contender's values of all rounds. */
export interface Figure {
  readonly name: string;
  readonly spread: Spread;
  /** To the contender that the row is told against, round by round; null for that one itself. */
  readonly ratio: Spread | null;
  /** What 99 of 100 requests of all rounds did not exceed, where requests were timed. */
  readonly p99Ms?: number;
  readonly failed: number;
}

/** In the middle of all rounds. */
export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** What a contender has to reach. */
export interface Target {
  readonly name: string;
  readonly bound: Bound;
  /** So many times this one; null: of the row's unit. */
  readonly against: string | null;
  readonly reached: Spread;
  readonly isReached: boolean;
}

export interface Row {
  readonly title: string;
  readonly unit: string;
  readonly better: "more" | "less";
  readonly figures: readonly Figure[];
  readonly targets: readonly Target[];
  readonly growth: readonly Growth[];
  /** What one has to know to read it. */
  readonly remarks: readonly string[];
}

/** How long it may take. */
export interface Scale {
  readonly rounds: number;
  /** Of the numbers of requests and of things; 1 for figures that mean something. */
  readonly share: number;
}

/** Measures one or several rows that belong together. */
export type Measure = (scale: Scale) => Promise<readonly Row[]>;

/** Returns a row about which nothing more is to be said than is given. */
export function rowOf(given: Pick<Row, "title" | "unit" | "better" | "figures"> & Partial<Row>): Row {
  return { targets: [], growth: [], remarks: [], ...given };
}
