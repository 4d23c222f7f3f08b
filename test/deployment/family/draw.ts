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
  const all = sizes.flatMap((size, at) => sizes.slice(at + 1).map((other) => size * other));
  const met = freshPairs.slice(0, members);
  return [...all, ...met.map((fresh) => -fresh)].reduce((sum, pairs) => sum + pairs, 0);
}

const rows: Row[] = [];
/** How many pairs each row has that no row before has. */
const freshPairs: number[] = [];
/** A byte for each pair of values: 1 where a row has it. */
const covered = new Uint8Array(4_096 * 4_096);
const chance = random(20_261_125);

function nextRow(): Row {
  const row: Row = [];
  for (const at of shuffled(names.map((_, index) => index))) {
    const values = shuffled([...Array(sizes[at] ?? 0).keys()]);
    const ranked = values.map((value) => ({ value, fresh: freshWith(row, at, value) }));
    row[at] = ranked.toSorted((one, other) => other.fresh - one.fresh)[0]?.value ?? 0;
  }
  freshPairs.push(row.reduce((sum, value, at) => sum + freshWith(row.slice(0, at), at, value, 1), 0));
  return row;
}

/** How many pairs a value at a place would make with a row that no row before has; `mark`: 1 where they count as met then. */
function freshWith(row: Row, at: number, value: number, mark = 0): number {
  let fresh = 0;
  const own = at * 16 + value;
  for (let place = 0; place < row.length; place += 1) {
    const other = row[place];
    if (other === undefined || place === at) continue;
    const theirs = place * 16 + other;
    const pair = Math.min(own, theirs) * 4_096 + Math.max(own, theirs);
    if (covered[pair] === 1) continue;
    fresh += 1;
    covered[pair] = mark;
  }
  return fresh;
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
