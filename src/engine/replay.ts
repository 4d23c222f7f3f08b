import { evolve } from "../domain/evolve.ts";
import { emptyWorld, type World } from "../domain/world.ts";
import { type Commit, lastPosition, type Position } from "../store/world-store.ts";
import { clockAfter, type WorldClock } from "./world-clock.ts";

/** A world as its history tells it. */
export interface Replayed {
  readonly world: World;
  readonly position: Position;
  readonly clock: WorldClock;
  /** The companies by the digest of their API keys. */
  readonly companyIds: ReadonlyMap<string, string>;
}

/** Applies a whole history, from its first commit on. */
export async function replay(history: AsyncIterable<Commit> | Iterable<Commit>): Promise<Replayed> {
  const world = emptyWorld();
  const companyIds = new Map<string, string>();
  let position = 0;
  // Before any time, so that the first fact sets it, whenever that was.
  let clock: WorldClock = { ...world.clock, anchorAt: Number.NEGATIVE_INFINITY, anchorWall: 0 };
  for await (const commit of history) {
    for (const event of commit.events) evolve(world, event, commit.at, commit.wall);
    position = lastPosition(commit);
    clock = clockAfter(clock, world.clock, commit.at, commit.wall.at);
    const added = commit.events.find(({ type }) => type === "CompanyAdded");
    if (added?.type === "CompanyAdded" && commit.wall.keyDigest !== undefined) {
      companyIds.set(commit.wall.keyDigest, added.companyId);
    }
  }
  return { world, position, clock, companyIds };
}
