import type { Measured } from "../domain/attempt.ts";
import type { ClockMode, WorldEvent } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import type { Peer, Sharing } from "./sharing.ts";
import type { WorldOrigin } from "./world-origin.ts";

export type WorldId = string;

/** A place in a world's history: the number of events up to there. It only grows. */
export type Position = number;

/** Data from the real world that came with a command. It is stored beside the events; no decision reads it. */
export interface WallData extends Measured {
  /** The digest of the API key given to the company that this commit added, or to `keyCompanyId`. */
  readonly keyDigest?: string | undefined;
  /** The company that got the key, if this commit did not add it. */
  readonly keyCompanyId?: string | undefined;
}

export interface Wall extends WallData {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly at: number;
}

/** The events of one command, stored as a whole or not at all. */
export interface Commit {
  /** The position of the first event; the others follow. */
  readonly first: Position;
  readonly at: Instant;
  readonly events: readonly WorldEvent[];
  readonly wall: Wall;
}

/** A world's entry in the catalogue. */
export interface WorldEntry {
  readonly worldId: WorldId;
  /** What lists show it as. */
  readonly name?: string;
  /** The name of its fixture. */
  readonly fixture: string;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly createdAt: number;
  /** The position at which the world began. A reset returns to it. */
  readonly beginning: Position;
  /** Only for a world made at startup. Older versions stored no origin. */
  readonly origin?: WorldOrigin;
}

/** A world's state at a position as plain JSON, where a replay can start. */
export interface Snapshot {
  readonly position: Position;
  readonly at: Instant;
  readonly state: unknown;
}

/** How a world begins: with commits, the first at position 1, or with a snapshot, after which its history begins. */
export type Beginning = Iterable<Commit> | Snapshot;

/** What a store knows of a world at rest. */
export interface Rest {
  /** How the world's time follows the store's clock: it was `anchorAt` at `anchorWall`. */
  readonly clock: {
    readonly mode: ClockMode;
    /** World milliseconds per real millisecond. A frozen clock ignores it. */
    readonly rate: number;
    readonly anchorAt: Instant;
    readonly anchorWall: number;
  };
  /** When something will happen in the world by itself, by the store's clock; null if nothing will. */
  readonly wakesAt: number | null;
  /** What lists show of it, as JSON. */
  readonly summary?: unknown;
}

/** The digest of an API key, and the company that it is for. */
export interface KeyOf {
  readonly digest: string;
  readonly companyId: string;
}

/** A world as the directory knows it. `position` is where its history ends. */
export interface ListedWorld extends Rest {
  readonly entry: WorldEntry;
  readonly position: Position;
}

/** What a directory is told of a new world, with all of its keys. */
export interface NewWorld extends Rest {
  readonly keys: readonly KeyOf[];
}

/** A world that no process has open, as its store notes it. */
export interface RestingWorld extends NewWorld {
  readonly position: Position;
}

/**
 * Finds worlds without reading them: in a store that several processes share all worlds, in a store with one writer those
 * of which it knows how they rested last.
 */
export interface Directory {
  /** Returns the worlds, the oldest first. */
  list(): Promise<readonly ListedWorld[]>;
  /**
   * Returns worlds that rest and in which something is due by itself at `now`, at most `limit`. A store that several
   * processes share returns some that no living process has, too. Reading them may reject with `OwnedElsewhere`.
   */
  takeDue(limit: number, now: number): Promise<readonly WorldEntry[]>;
  /** Returns the world that has the API key of a digest, and the company that the key is for; null if there is none. */
  find(digest: string): Promise<{ readonly entry: WorldEntry; readonly companyId: string } | null>;
  entry(id: WorldId): Promise<WorldEntry | null>;
  /**
   * Puts a world to rest whose history is no longer read or written. Reading it opens it again. If the disk fails, the
   * world is not at rest; no caller is told, because the next startup then reads it. If several processes share the store,
   * any of them can then read the world.
   */
  putToRest?(id: WorldId, resting: RestingWorld): Promise<void>;
  /** Only of a store that several processes share: notes how a world that this process has would rest now, for their lists. */
  note?(id: WorldId, resting: RestingWorld): Promise<void>;
}

/**
 * Stores the histories of worlds. Every store passes `world-store.conformance.ts`. Everything except `delete` rejects
 * with `UnknownWorld` for a world that does not exist.
 */
export interface WorldStore {
  /** Only of a store that several processes share. */
  readonly sharing?: Sharing;
  /** With it, worlds are read at the first request for them; without it, all are read at startup. */
  readonly directory?: Directory;
  list(): Promise<readonly WorldEntry[]>;
  /**
   * Adds a world, completely or not at all. Rejects with `Conflict` if the id is taken, with `WriteFailed` if the world
   * could not be made durable. The caller may not change the snapshot until then, or a `PackedHistory` ever again. `made` is for a
   * directory.
   */
  create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void>;
  /** Deletes a world. Does nothing if it does not exist. */
  delete(id: WorldId): Promise<void>;
  /**
   * Appends commits after the position `after`, in call order. Resolves when they are durable. Rejects with `Conflict`
   * if the history does not end at `after`, or with `WriteFailed`; then every pending append of that world rejects,
   * too. After a `Conflict` none of the commits are stored; after a `WriteFailed` those that `read` gives, each of them
   * complete.
   */
  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void>;
  /**
   * Only of a store that lives no longer than this process, so that no caller need wait for it: does the same at once, and
   * throws instead of rejecting.
   */
  appendNow?(id: WorldId, after: Position, commits: readonly Commit[]): void;
  /**
   * Yields complete commits with an event after `after` and one not after `upTo`, oldest first, unless they are
   * forgotten. Commits that are appended while it reads may appear, but never without all earlier ones.
   */
  read(id: WorldId, after: Position, upTo?: Position): AsyncIterable<Commit>;
  /** Returns where the stored history begins: at 0, or at the snapshot at which the world began. */
  horizon(id: WorldId): Promise<Position>;
  /** Returns the last end of a commit at or before `upTo` that could be the horizon; without one, the horizon. */
  nextHorizon(id: WorldId, upTo: Position): Promise<Position>;
  /**
   * Forgets the commits up to a position from `nextHorizon`, and every snapshot except those at the positions `keep`.
   * One of these must be at or after that position. Rejects with `WriteFailed` if that could not be made durable; then
   * a part may be forgotten.
   */
  forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void>;
  /** Returns the positions of the snapshots, in ascending order. */
  snapshots(id: WorldId): Promise<readonly Position[]>;
  /** Returns where the snapshot of a position is or would be, for people: a file, if there are files. */
  snapshotPlace(id: WorldId, position: Position): string;
  /** Returns a copy of the newest snapshot at or before a position, or null. */
  snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null>;
  /** Saves a snapshot durably and takes it over. It replaces one of the same position. Rejects with `WriteFailed`. */
  saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void>;
  /** Closes the store. Resolves when all pending work has ended. Rejects all later calls except `close`. */
  close(): Promise<void>;
}

/** Another writer changed this world's history, or the world already exists. */
export class Conflict extends Error {
  override readonly name = "Conflict";
}

/** Another process has this world and answers for it. Nothing was done here. */
export class OwnedElsewhere extends Error {
  override readonly name = "OwnedElsewhere";
  readonly peer: Peer;

  constructor(id: WorldId, peer: Peer) {
    super(`another process has the world ${id}`);
    this.peer = peer;
  }
}

/** The world was never created, or was deleted. */
export class UnknownWorld extends Error {
  override readonly name = "UnknownWorld";

  constructor(id: WorldId) {
    super(`there is no world ${id}`);
  }
}

/** The history could not be made durable. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";
}

/** The history may have been made durable or not, and that can no longer be found out. */
export class OutcomeUnknown extends WriteFailed {}

/** Returns the API keys that commits made valid. */
export function keysIn(commits: readonly Commit[]): readonly KeyOf[] {
  return commits.flatMap(({ events, wall: { keyDigest: digest, keyCompanyId } }): readonly KeyOf[] => {
    const added = events.find(({ type }) => type === "CompanyAdded");
    const companyId = added?.type === "CompanyAdded" ? added.companyId : keyCompanyId;
    return digest === undefined || companyId === undefined ? [] : [{ digest, companyId }];
  });
}

/** Returns the position of a commit's last event. */
export function lastPosition({ first, events }: Commit): Position {
  return first + events.length - 1;
}
