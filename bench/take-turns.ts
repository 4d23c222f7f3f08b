import type { Bound, Contender, Figure, Sample, Target } from "./row.ts";
import { ratioOf, spreadOf } from "./spread.ts";

/**
 * Measures the contenders in turns, A B C A B C, so that whatever else the machine does weighs on all. One round more
 * than asked for is done first, to warm up, and does not count.
 */
export async function takeTurns(contenders: readonly Contender[], rounds: number): Promise<Measured> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, measure } of contenders) {
      const sample = await measure();
      if (round > 0) samples.get(name)?.push(sample);
    }
  }
  return new Measured(samples);
}

/** The samples of all contenders, by round. */
export class Measured {
  readonly #samples: ReadonlyMap<string, readonly Sample[]>;

  constructor(samples: ReadonlyMap<string, readonly Sample[]>) {
    this.#samples = samples;
  }

  /** What was measured of `metric`, and how it compares to one of the contenders, or to none. */
  figures(metric: string, against: string | null): Figure[] {
    return [...this.#samples].map(([name, samples]) => ({
      name,
      spread: spreadOf(this.#values(name, metric)),
      ratio: against === null || name === against ? null : this.#ratio(metric, name, against),
      failed: samples.reduce((sum, { failed }) => sum + failed, 0),
    }));
  }

  /** Whether a contender, or its ratio to another one, is what it has to be. */
  target(metric: string, name: string, bound: Bound, against: string | null): Target {
    const reached = against === null ? spreadOf(this.#values(name, metric)) : this.#ratio(metric, name, against);
    const { median } = reached;
    return {
      name,
      bound,
      against,
      reached,
      isReached: "atLeast" in bound ? median >= bound.atLeast : median <= bound.atMost,
    };
  }

  #ratio(metric: string, name: string, against: string) {
    return ratioOf(this.#values(name, metric), this.#values(against, metric));
  }

  #values(name: string, metric: string): number[] {
    return (this.#samples.get(name) ?? []).map(({ values }) => values[metric] ?? Number.NaN);
  }
}
