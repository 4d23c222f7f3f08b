import { type Choice, type Choices, choices } from "./choices.ts";

type Row = number[];

const names = Object.keys(choices).filter((name): name is Choice => name in choices);
const sizes = names.map((name) => choices[name].length);

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the choices of a seed. The members with the seeds from 0 on cover all pairs of values with as few members as a
 * greedy draw needs: each takes the values that make most pairs that no member before has.
 */
export function drawn(seed: number): Choices {
  while (rows.length <= seed) rows.push(nextRow());
  const row = rows[seed] ?? [];
  return Object.fromEntries(names.map((name, at) => [name, choices[name][row[at] ?? 0]])) as Choices;
}

/** The first value of each choice. */
export const plain = Object.fromEntries(names.map((name) => [name, choices[name][0]])) as Choices;

/** How many pairs of values the first members leave out. */
export function pairsLeft(members: number): number {
  drawn(members - 1);
  const met = new Set(rows.slice(0, members).flatMap((row) => row.flatMap((_, at) => pairsOf(row, at, at))));
  const all = sizes.flatMap((size, at) => sizes.slice(at + 1).map((other) => size * other));
  return all.reduce((sum, pairs) => sum + pairs, 0) - met.size;
}

const rows: Row[] = [];
/** A byte for each pair of values: 1 where a member has it. */
const covered = new Uint8Array(4_096 * 4_096);
const chance = random(20_261_125);

function nextRow(): Row {
  const row: Row = [];
  for (const at of shuffled(names.map((_, index) => index))) {
    const ranked = shuffled(Array.from({ length: sizes[at] ?? 0 }, (_, value) => value)).map((value) => {
      row[at] = value;
      return { value, fresh: pairsOf(row, at).filter((pair) => covered[pair] === 0).length };
    });
    row[at] = ranked.toSorted((one, other) => other.fresh - one.fresh)[0]?.value ?? 0;
  }
  for (const at of row.keys()) for (const pair of pairsOf(row, at)) covered[pair] = 1;
  return row;
}

/** The pairs that the value at a place makes with those that are drawn, each as one number; only with places below `before`. */
function pairsOf(row: Row, at: number, before = names.length): readonly number[] {
  const pairs: number[] = [];
  for (let other = 0; other < before; other += 1) {
    const value = row[other];
    if (other === at || value === undefined) continue;
    const [own, theirs] = [at * 16 + (row[at] ?? 0), other * 16 + value];
    pairs.push(Math.min(own, theirs) * 4_096 + Math.max(own, theirs));
  }
  return pairs;
}

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, key: chance() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

/** Returns the choices that are enough to fail, when all others are plain. `fails` is true of the choices as they are. */
export async function reduced(own: Choices, fails: (some: Choices) => Promise<boolean>): Promise<readonly Choice[]> {
  let left = names.filter((name) => own[name] !== plain[name]);
  const withOnly = (some: readonly Choice[]): Choices => ({
    ...plain,
    ...Object.fromEntries(some.map((one) => [one, own[one]])),
  });
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const rest = left.toSpliced(from, size);
      if (await fails(withOnly(rest))) left = rest;
      else from += size;
    }
  }
  return left;
}
