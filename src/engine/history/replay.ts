import { isDeepStrictEqual } from "node:util";
import { evolve } from "../../domain/evolve.ts";
import { emptyWorld } from "../../domain/world.ts";
import { isSliceOver, nextSlice } from "../../slices/step-by-step.ts";
import { Damaged, missingBefore } from "../../store/damaged.ts";
import {
  type Commit,
  lastPosition,
  type Position,
  type Wall,
  type WorldId,
  type WorldStore,
} from "../../store/world-store.ts";
import { branchBack, type Chronicle, newChronicle, note, type Replayed, rewoundBy, type Stretch } from "./chronicle.ts";
import { clockAfter, type WorldClock } from "./world-clock.ts";
import { fromSnapshot } from "./world-snapshot.ts";

/** What a replay needs of a store. */
export type History = Pick<WorldStore, "read" | "snapshot" | "snapshots" | "snapshotPlace" | "horizon">;

const MAX_COMMITS_PER_SLICE = 250;

/** Returns whether a reading lets others respond after it has shown this number of commits. */
export function mustPause(read: number): boolean {
  return read % MAX_COMMITS_PER_SLICE === 0 || isSliceOver();
}

/** Yields a long history in slices, so that other worlds respond in between. What `betweenSlices` throws ends it. */
export async function* inSlices(
  commits: AsyncIterable<Commit>,
  betweenSlices: () => void = () => undefined,
): AsyncIterable<Commit> {
  let read = 0;
  for await (const commit of commits) {
    yield commit;
    read += 1;
    if (!mustPause(read)) continue;
    await nextSlice();
    betweenSlices();
  }
}

/**
 * Returns the world at a position, the end of a commit; by default at the end of its history. Starts with the newest
 * snapshot and applies the later commits of the branch that leads there. Reports a damaged snapshot to `onDamaged` and
 * continues without it, if the history before it is not forgotten. Throws `Damaged`, and what `betweenSlices` throws.
 */
export async function replay(
  store: History,
  id: WorldId,
  upTo = Number.POSITIVE_INFINITY,
  onDamaged: (damage: Damaged) => void = () => undefined,
  betweenSlices?: () => void,
): Promise<Replayed> {
  const damages = new Map<Position, Damaged>();
  for (;;) {
    const there = await store.snapshots(id);
    const sound = there.filter((position) => position <= upTo && !damages.has(position));
    try {
      const replayed = await replayFrom(store, id, sound, upTo, betweenSlices);
      damages.forEach(onDamaged);
      return replayed;
    } catch (error) {
      if (error instanceof Forgotten) {
        // Nothing can replace a damaged snapshot if the history before it is forgotten.
        const [damage] = damages.values();
        if (damage !== undefined) throw damage;
        // Forgetting may have replaced the history by a snapshot since.
        if (isDeepStrictEqual(there, await store.snapshots(id))) throw error;
      } else if (!(error instanceof Unusable)) throw error;
      else if (error.damage !== null) damages.set(error.position, error.damage);
    }
  }
}

/** Replays with the snapshots at these positions, which are in ascending order. */
async function replayFrom(
  store: History,
  id: WorldId,
  positions: readonly Position[],
  upTo: Position,
  betweenSlices?: () => void,
): Promise<Replayed> {
  const replayed = await beginAt(store, id, positions.at(-1) ?? null, betweenSlices);
  const assertFollows = following(store, id);
  if (upTo === Number.POSITIVE_INFINITY) assertFollows(replayed.position, await store.horizon(id));
  let straight = true;
  for await (const commit of inSlices(store.read(id, replayed.position, upTo), betweenSlices)) {
    assertFollows(replayed.position, commit.first - 1);
    note(replayed.chronicle, commit);
    if (rewoundBy(commit)) straight = false;
    if (straight) apply(replayed, commit);
    else replayed.position = lastPosition(commit);
  }
  if (upTo !== Number.POSITIVE_INFINITY) assertFollows(replayed.position, upTo);
  if (replayed.position > upTo) throw new Error(`the history of ${id} has no end of a commit at ${upTo}`);
  return straight ? replayed : replayBranch(store, id, positions, replayed, betweenSlices);
}

/** Replays the branch of a world that went back after the snapshot. */
async function replayBranch(
  store: History,
  id: WorldId,
  positions: readonly Position[],
  { chronicle, position }: Replayed,
  betweenSlices?: () => void,
): Promise<Replayed> {
  const { base, stretches } = stretchesTo(positions, chronicle, position);
  const replayed = await beginAt(store, id, base, betweenSlices);
  const assertFollows = following(store, id);
  for (const { after, upTo } of stretches) {
    let end = after;
    for await (const commit of inSlices(store.read(id, after, upTo), betweenSlices)) {
      assertFollows(end, commit.first - 1);
      apply(replayed, commit);
      end = lastPosition(commit);
    }
    assertFollows(end, upTo);
  }
  return { ...replayed, chronicle };
}

/** Returns the newest snapshot on a branch, and the stretches after it, in order. */
function stretchesTo(
  positions: readonly Position[],
  chronicle: Chronicle,
  position: Position,
): { base: Position | null; stretches: Stretch[] } {
  const stretches: Stretch[] = [];
  for (const stretch of branchBack(chronicle, position)) {
    const base = positions.findLast((at) => at > stretch.after && at <= stretch.upTo) ?? null;
    stretches.unshift({ ...stretch, after: base ?? stretch.after });
    if (base !== null) return { base, stretches };
  }
  return { base: null, stretches };
}

async function beginAt(
  store: History,
  id: WorldId,
  position: Position | null,
  betweenSlices?: () => void,
): Promise<Replayed> {
  if (position === null) return beforeEverything();
  const snapshot = await store.snapshot(id, position).catch((error: unknown) => {
    throw error instanceof Damaged ? new Unusable(position, error) : error;
  });
  if (snapshot?.position !== position) throw new Unusable(position, null);
  return fromSnapshot(snapshot, betweenSlices);
}

/** A snapshot that cannot be used: it is damaged, or was removed after it was listed. */
class Unusable extends Error {
  readonly position: Position;
  readonly damage: Damaged | null;

  constructor(position: Position, damage: Damaged | null) {
    super(`the snapshot of position ${position} cannot be used`, { cause: damage });
    this.position = position;
    this.damage = damage;
  }
}

/** A part of the history is missing. A world replayed without it would look like any other. */
class Forgotten extends Damaged {}

/** Returns a check that no events are missing between one position and the next. */
function following(store: History, id: WorldId): (end: Position, next: Position) => void {
  return (end, next) => {
    if (next <= end) return;
    throw new Forgotten(store.snapshotPlace(id, next), null, missingBefore(next));
  };
}

export function apply(replayed: Replayed, commit: Commit): void {
  const { world } = replayed;
  for (const event of commit.events) evolve(world, event, commit.at, commit.wall);
  replayed.position = lastPosition(commit);
  replayed.clock = clockAfterCommit(replayed.clock, world.clock, commit);
}

/** Returns the clock of a world after a commit that was applied to it; `setting` is what the world then says. */
export function clockAfterCommit(
  clock: WorldClock,
  setting: Pick<WorldClock, "mode" | "rate">,
  commit: Pick<Commit, "at" | "events"> & { readonly wall: Pick<Wall, "at"> },
): WorldClock {
  const { at, wall, events } = commit;
  // Both events state the time that the machine's clock showed, whatever it had shown before.
  const isStated = rewoundBy(commit) || events[0]?.type === "TimeReached";
  return isStated ? { ...setting, anchorAt: at, anchorWall: wall.at } : clockAfter(clock, setting, at, wall.at);
}

export function beforeEverything(): Replayed {
  const world = emptyWorld();
  // Earlier than any time, so that the first event sets the clock.
  const clock = { ...world.clock, anchorAt: Number.NEGATIVE_INFINITY, anchorWall: 0 };
  return { world, position: 0, clock, chronicle: newChronicle(), snapshotAt: 0 };
}
