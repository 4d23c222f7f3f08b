import type { Instant } from "../../domain/instant.ts";
import type { World } from "../../domain/world.ts";
import type { Commit, KeyOf, Position } from "../../store/world-store.ts";
import type { WorldClock } from "./world-clock.ts";

export interface Bookmark {
  readonly name: string;
  readonly position: Position;
  readonly at: Instant;
}

/** A rewind: at `position` the world went back to its state at `to`. */
export interface Rewind {
  readonly position: Position;
  readonly to: Position;
  readonly epoch: number;
}

/**
 * What belongs to the whole history, abandoned branches included: bookmarks, rewinds and API keys. The world itself
 * contains only what its current branch made of it.
 */
export interface Chronicle {
  readonly bookmarks: Map<string, Bookmark>;
  /** In order. Rewinds that the current branch no longer needs may be missing. */
  rewinds: Rewind[];
  /** The companies by the digest of their API keys. */
  readonly companyIds: Map<string, string>;
  /** The position of the last reset, or 0. */
  resetAt: Position;
  highestEpoch: number;
  highestSinceReset: number;
}

export interface Replayed {
  readonly world: World;
  position: Position;
  clock: WorldClock;
  readonly chronicle: Chronicle;
  /** The position of the snapshot at which the replay started, or 0. */
  readonly snapshotAt: Position;
}

/** Returns the chronicle of a world that begins in `epoch`. */
export function newChronicle(epoch = 0): Chronicle {
  return {
    bookmarks: new Map(),
    rewinds: [],
    companyIds: new Map(),
    resetAt: 0,
    highestEpoch: epoch,
    highestSinceReset: epoch,
  };
}

/** Adds the next commit of the history to the chronicle. */
export function note(chronicle: Chronicle, { first, at, events, wall }: Commit): void {
  let position = first - 1;
  for (const event of events) {
    position += 1;
    if (event.type === "BookmarkSet") chronicle.bookmarks.set(event.name, { name: event.name, position, at });
    if (event.type === "BookmarkRemoved") chronicle.bookmarks.delete(event.name);
    if (event.type === "WorldRewound") noteRewind(chronicle, { position, to: event.to, epoch: event.epoch });
    if (event.type === "CompanyAdded" && wall.keyDigest !== undefined) {
      chronicle.companyIds.set(wall.keyDigest, event.companyId);
    }
  }
  const { keyDigest, keyCompanyId } = wall;
  if (keyDigest !== undefined && keyCompanyId !== undefined) chronicle.companyIds.set(keyDigest, keyCompanyId);
}

function noteRewind(chronicle: Chronicle, rewind: Rewind): void {
  chronicle.rewinds.push(rewind);
  // Each rewind has a new epoch. Only a reset returns to the epoch of the beginning.
  const isReset = rewind.epoch <= chronicle.highestSinceReset;
  if (isReset) chronicle.resetAt = rewind.position;
  chronicle.highestSinceReset = rewind.epoch;
  chronicle.highestEpoch = Math.max(chronicle.highestEpoch, rewind.epoch);
}

/**
 * Returns the epoch of a rewind: new since the last reset; a rewind to before that reset gets one that never existed.
 */
export function nextEpoch({ resetAt, highestEpoch, highestSinceReset }: Chronicle, to: Position): number {
  return 1 + (to >= resetAt ? highestSinceReset : highestEpoch);
}

/** Returns the API keys of a world, as stores keep them. */
export function keysOf({ companyIds }: Pick<Chronicle, "companyIds">): readonly KeyOf[] {
  return Array.from(companyIds, ([digest, companyId]) => ({ digest, companyId }));
}

/** Consecutive positions on one branch, after the first and up to the last. */
export interface Stretch {
  readonly after: Position;
  readonly upTo: Position;
}

/** Yields the branch that leads to a position, from there back to the beginning. */
export function* branchBack({ rewinds }: Chronicle, position: Position): Iterable<Stretch> {
  let upTo = position;
  for (const rewind of rewinds.toReversed()) {
    if (rewind.position > upTo) continue;
    yield { after: rewind.position - 1, upTo };
    upTo = rewind.to;
  }
  yield { after: 0, upTo };
}

/** Returns the same branch from the beginning on. */
export function branchTo(chronicle: Chronicle, position: Position): readonly Stretch[] {
  return [...branchBack(chronicle, position)].reverse();
}

/** Removes what is needed only for the history up to a horizon, where a snapshot exists. */
export function forgetBefore(chronicle: Chronicle, horizon: Position): void {
  chronicle.rewinds = chronicle.rewinds.filter(({ position }) => position > horizon);
}

/** Returns whether these are the events of a rewind, which is always the only event of its command. */
export function rewoundBy({ events }: Pick<Commit, "events">): boolean {
  return events[0]?.type === "WorldRewound";
}
