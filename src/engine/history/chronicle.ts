import type { Instant } from "../../domain/instant.ts";
import type { World } from "../../domain/world.ts";
import type { Commit, Position } from "../../store/world-store.ts";
import type { WorldClock } from "./world-clock.ts";

/** A named place in a world's history. */
export interface Bookmark {
  readonly name: string;
  readonly position: Position;
  readonly at: Instant;
}

/** At `position` the world went back to where it was at `to`. */
export interface Rewind {
  readonly position: Position;
  readonly to: Position;
  readonly epoch: number;
}

/**
 * What a history says of itself, abandoned branches included: its bookmarks, its rewinds, the API keys that it has given
 * out. It stands beside the world, which is only ever what its living branch has made of it.
 */
export interface Chronicle {
  readonly bookmarks: Map<string, Bookmark>;
  /** In order; those that no living branch needs any more may be missing. */
  rewinds: Rewind[];
  /** The companies by the digest of their API keys. */
  readonly companyIds: Map<string, string>;
  /** Where the last reset stands, or 0. */
  resetAt: Position;
  highestEpoch: number;
  highestSinceReset: number;
}

/** A world as its history tells it. */
export interface Replayed {
  readonly world: World;
  position: Position;
  clock: WorldClock;
  readonly chronicle: Chronicle;
  /** The position of the snapshot that the replay began with, or 0. */
  readonly snapshotAt: Position;
}

/** The chronicle of a world that begins in `epoch`. */
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

/** Takes note of the next commit of the history. */
export function note(chronicle: Chronicle, { first, at, events, wall }: Commit): void {
  for (const [i, event] of events.entries()) {
    const position = first + i;
    if (event.type === "BookmarkSet") chronicle.bookmarks.set(event.name, { name: event.name, position, at });
    if (event.type === "BookmarkRemoved") chronicle.bookmarks.delete(event.name);
    if (event.type === "WorldRewound") noteRewind(chronicle, { position, to: event.to, epoch: event.epoch });
    if (event.type === "CompanyAdded" && wall.keyDigest !== undefined) {
      chronicle.companyIds.set(wall.keyDigest, event.companyId);
    }
  }
}

function noteRewind(chronicle: Chronicle, rewind: Rewind): void {
  chronicle.rewinds.push(rewind);
  // Every rewind has an epoch of its own but a reset, which has that of the beginning.
  const isReset = rewind.epoch <= chronicle.highestSinceReset;
  if (isReset) chronicle.resetAt = rewind.position;
  chronicle.highestSinceReset = rewind.epoch;
  chronicle.highestEpoch = Math.max(chronicle.highestEpoch, rewind.epoch);
}

/**
 * The epoch of a rewind to a position. It is new since the last reset, with which everything begins again; a rewind that
 * goes back to before that reset gets one that was never there.
 */
export function nextEpoch({ resetAt, highestEpoch, highestSinceReset }: Chronicle, to: Position): number {
  return 1 + (to >= resetAt ? highestSinceReset : highestEpoch);
}

/** Positions that follow each other on one branch, after the first and up to the last. */
export interface Stretch {
  readonly after: Position;
  readonly upTo: Position;
}

/** The branch that leads to a position, from there back to the beginning. */
export function* branchBack({ rewinds }: Chronicle, position: Position): Iterable<Stretch> {
  let upTo = position;
  for (const rewind of rewinds.toReversed()) {
    if (rewind.position > upTo) continue;
    yield { after: rewind.position - 1, upTo };
    upTo = rewind.to;
  }
  yield { after: 0, upTo };
}

/** The same branch in the order in which it came about. */
export function branchTo(chronicle: Chronicle, position: Position): readonly Stretch[] {
  return [...branchBack(chronicle, position)].reverse();
}

/** Drops what is needed only for the history up to a horizon, where a snapshot stands. */
export function forgetBefore(chronicle: Chronicle, horizon: Position): void {
  chronicle.rewinds = chronicle.rewinds.filter(({ position }) => position > horizon);
}

/** Whether these are the facts of a rewind: it is a command of its own, and its only fact. */
export function rewoundBy({ events }: Pick<Commit, "events">): boolean {
  return events[0]?.type === "WorldRewound";
}
