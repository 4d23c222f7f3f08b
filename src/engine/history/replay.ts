import { evolve } from "../../domain/evolve.ts";
import { emptyWorld } from "../../domain/world.ts";
import { type Commit, lastPosition, type Position, type WorldId, type WorldStore } from "../../store/world-store.ts";
import { fromSnapshot } from "../save-file/world-snapshot.ts";
import { clockAfter } from "../world-clock.ts";
import { branchBack, type Chronicle, newChronicle, note, rewoundBy, type Stretch } from "./chronicle.ts";
import type { Replayed } from "./replayed.ts";

type History = Pick<WorldStore, "read" | "snapshot" | "snapshots">;

/**
 * The world as it was at a position, the end of a commit; by default as it is at the end of its history. Begins with the
 * newest snapshot and applies what came after it, on the branch that leads there.
 */
export async function replay(store: History, id: WorldId, upTo = Number.POSITIVE_INFINITY): Promise<Replayed> {
  const newest = await store.snapshot(id, upTo);
  const replayed = newest === null ? beforeEverything() : fromSnapshot(newest);
  let straight = true;
  for await (const commit of store.read(id, replayed.position, upTo)) {
    assertFollows(replayed.position, commit);
    note(replayed.chronicle, commit);
    if (rewoundBy(commit)) straight = false;
    if (straight) apply(replayed, commit);
    else replayed.position = lastPosition(commit);
  }
  return straight ? replayed : replayBranch(store, id, replayed);
}

/** The world at the same position, where the history has not come straight from the snapshot before it. */
async function replayBranch(store: History, id: WorldId, { chronicle, position }: Replayed): Promise<Replayed> {
  const { base, stretches } = await branchTo(store, id, chronicle, position);
  const found = base === null ? null : await store.snapshot(id, base);
  const replayed = found === null ? beforeEverything() : fromSnapshot(found);
  for (const { after, upTo } of stretches) {
    let end = after;
    for await (const commit of store.read(id, after, upTo)) {
      assertFollows(end, commit);
      apply(replayed, commit);
      end = lastPosition(commit);
    }
  }
  return { ...replayed, chronicle };
}

/** A branch from the newest snapshot that lies on it: what has to be applied to that, in order. */
async function branchTo(
  store: History,
  id: WorldId,
  chronicle: Chronicle,
  position: Position,
): Promise<{ base: Position | null; stretches: Stretch[] }> {
  const positions = await store.snapshots(id);
  const stretches: Stretch[] = [];
  for (const stretch of branchBack(chronicle, position)) {
    const base = positions.findLast((at) => at > stretch.after && at <= stretch.upTo) ?? null;
    stretches.unshift({ ...stretch, after: base ?? stretch.after });
    if (base !== null) return { base, stretches };
  }
  return { base: null, stretches };
}

/** A world that is made without some of its facts would look like any other. */
function assertFollows(end: Position, { first }: Commit): void {
  if (first > end + 1) throw new Error(`the history between the positions ${end} and ${first} is forgotten`);
}

function apply(replayed: Replayed, commit: Commit): void {
  const { world } = replayed;
  for (const event of commit.events) evolve(world, event, commit.at, commit.wall);
  replayed.position = lastPosition(commit);
  replayed.clock = rewoundBy(commit)
    ? { ...world.clock, anchorAt: commit.at, anchorWall: commit.wall.at }
    : clockAfter(replayed.clock, world.clock, commit.at, commit.wall.at);
}

function beforeEverything(): Replayed {
  const world = emptyWorld();
  // Before any time, so that the first fact sets it, whenever that was.
  const clock = { ...world.clock, anchorAt: Number.NEGATIVE_INFINITY, anchorWall: 0 };
  return { world, position: 0, clock, chronicle: newChronicle(), snapshotAt: 0 };
}
