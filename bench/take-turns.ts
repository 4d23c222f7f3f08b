import { quantileOf } from "./load/load.ts";
import type { Bound, Contender, Figure, Quotient, Sample, Target } from "./row.ts";
import { ratioOf, spreadOf } from "./spread.ts";

export interface Turns {
  /** Of each contender in a round. What they measured counts as one. */
  readonly perRound?: number;
  /** Whether each has a turn first that does not count; contenders that start a process each time need none. */
  readonly warmUp?: boolean;
}

/**
 * Measures the contenders in turns, so that whatever else the machine does weighs on all. Every second time the order is
 * the other way round, A B C C B A, so that none is always first.
 */
export async function takeTurns(
  contenders: readonly Contender[],
  rounds: number,
  { perRound = 1, warmUp = true }: Turns = {},
): Promise<Measured> {
  if (warmUp) for (const { measure } of contenders) await measure();
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let turn = 0; turn < rounds * perRound; turn += 1) {
    for (const { name, measure } of turn % 2 === 0 ? contenders : contenders.toReversed()) {
      samples.get(name)?.push(await measure());
    }
  }
  return new Measured(new Map([...samples].map(([name, all]) => [name, inRounds(all, perRound)])));
}

function inRounds(turns: readonly Sample[], perRound: number): Sample[] {
  return Array.from({ length: turns.length / perRound }, (_, round) => {
    return merged(turns.slice(round * perRound, (round + 1) * perRound));
  });
}

/** Several turns as one. */
function merged(turns: readonly Sample[]): Sample {
  const names = Object.keys(turns[0]?.values ?? {});
  return {
    values: Object.fromEntries(
      names.map((name) => [name, sumOf(turns.map(({ values }) => values[name] ?? Number.NaN))]),
    ),
    durationsMs: turns.flatMap(({ durationsMs = [] }) => durationsMs),
    failed: turns.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function sumOf(values: readonly (number | Quotient)[]): Quotient {
  const quotients = values.map((value) => (typeof value === "number" ? { amount: value, per: 1 } : value));
  return quotients.reduce((sum, { amount, per }) => ({ amount: sum.amount + amount, per: sum.per + per }));
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
      spread: spreadOf(this.values(metric, name)),
      ratio: against === null || name === against ? null : this.#ratio(metric, name, against),
      failed: samples.reduce((sum, { failed }) => sum + failed, 0),
    }));
  }

  /** How many were answered in a second, and how long those had to wait who waited longest. */
  throughput(against: string | null): Figure[] {
    return this.figures("perSecond", against).map((figure) => {
      const durations = this.#samples.get(figure.name)?.flatMap(({ durationsMs = [] }) => durationsMs) ?? [];
      return { ...figure, p99Ms: quantileOf(durations, 0.99) };
    });
  }

  /** Whether a contender, or its ratio to another one, is what it has to be. */
  target(metric: string, name: string, bound: Bound, against: string | null): Target {
    const reached = against === null ? spreadOf(this.values(metric, name)) : this.#ratio(metric, name, against);
    const { median } = reached;
    return {
      name,
      bound,
      against,
      reached,
      isReached: "atLeast" in bound ? median >= bound.atLeast : median <= bound.atMost,
    };
  }

  /** One for each round. */
  values(metric: string, name: string): number[] {
    return (this.#samples.get(name) ?? []).map(({ values }) => {
      const { amount, per } = sumOf([values[metric] ?? Number.NaN]);
      return amount / per;
    });
  }

  #ratio(metric: string, name: string, against: string) {
    return ratioOf(this.values(metric, name), this.values(metric, against));
  }
}
