import type { Row } from "../row.ts";
import { spreadOf } from "../spread.ts";

export type Verdict = "faster" | "slower" | "less" | "more" | "the same";

/** One comparison in forty of a program with itself may say that they differ: nine rounds of ten on one side, 13 of 15. */
const SIGNIFICANCE = 0.025;
/** With fewer rounds the test cannot say so, even if all are on one side. */
export const MIN_ROUNDS = 7;
/** Two starts of the same program differ by this much, which no number of rounds shows. */
const MIN_CHANGE = 0.02;

/**
 * Says whether the ratios of all rounds show a change: by a sign test, which asks only on which side of 1 each round is, so
 * that rounds in which the machine was busy weigh no more than others.
 */
export function hasChanged(ratios: readonly number[]): boolean {
  const isBeyond = Math.abs(Math.log(spreadOf(ratios).median)) > Math.log(1 + MIN_CHANGE);
  const above = ratios.filter((ratio) => ratio > 1).length;
  const below = ratios.filter((ratio) => ratio < 1).length;
  return isBeyond && chanceOf(Math.max(above, below), above + below) < SIGNIFICANCE;
}

/** The change in words: a throughput and a time are faster or slower, memory is more or less. */
export function verdictOf(ratios: readonly number[], { better, unit }: Pick<Row, "better" | "unit">): Verdict {
  if (!hasChanged(ratios)) return "the same";
  const isMore = spreadOf(ratios).median > 1;
  if (unit === "MiB") return isMore ? "more" : "less";
  return isMore === (better === "more") ? "faster" : "slower";
}

/** How likely so many heads or more are of so many tosses, or as many tails. */
function chanceOf(heads: number, tosses: number): number {
  let [ways, sum] = [1, 0];
  for (let tails = 0; tails <= tosses - heads; tails += 1) {
    sum += ways;
    ways = (ways * (tosses - tails)) / (tails + 1);
  }
  return Math.min(1, (2 * sum) / 2 ** tosses);
}
