/** What several rounds have given: the one in the middle, and between which eight of ten lie. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Throws when there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => {
    const value = sorted[index];
    if (value === undefined) throw new Error("there is nothing to take the median of");
    return value;
  };
  const half = sorted.length / 2;
  const median = Number.isInteger(half) ? (at(half - 1) + at(half)) / 2 : at(Math.floor(half));
  const outer = Math.floor(sorted.length / 10);
  return { median, low: at(outer), high: at(sorted.length - 1 - outer) };
}

/** Of the values that were measured in the same round, which had the same of the machine. */
export function ratioOf(values: readonly number[], against: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / (against[round] ?? Number.NaN)));
}
