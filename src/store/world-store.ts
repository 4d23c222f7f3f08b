import type { Measured } from "../domain/attempt.ts";
import type { WorldEvent } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import type { WorldOrigin } from "./world-origin.ts";

export type WorldId = string;

/** A place in a world's history: the number of events up to there. It only grows. */
export type Position = number;

/** Data from the real world that came with a command. It is stored beside the events; no decision reads it. */
export interface Beside extends Measured {
  /** The digest of the API key given to the company that this commit added, or to `keyCompanyId`. */
  readonly keyDigest?: string | undefined;
  /** The company that got the key, if this commit did not add it. */
  readonly keyCompanyId?: string | undefined;
}

export interface Wall extends Beside {
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

/**
 * Stores the histories of worlds. Every store passes `world-store.conformance.ts`. Everything except `delete` rejects
 * with `UnknownWorld` for a world that does not exist.
 */
export interface WorldStore {
  list(): Promise<readonly WorldEntry[]>;
  /**
   * Adds a world, completely or not at all. It begins with commits, the first at position 1, or with a snapshot, which
   * is stored and after which its history begins. Rejects with `Conflict` if the id is taken, with `WriteFailed` if the
   * world could not be made durable. Nobody may change the snapshot meanwhile.
   */
  create(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void>;
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
   * Yields complete commits with an event after `after` and one not after `upTo`, oldest first, unless they are
   * forgotten. Commits that are appended meanwhile may appear, but never without all earlier ones.
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

/** The world was never created, or was deleted. */
export class UnknownWorld extends Error {
  override readonly name = "UnknownWorld";
}

/** The history could not be made durable. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";
}

/** Returns the position of a commit's last event. */
export function lastPosition({ first, events }: Commit): Position {
  return first + events.length - 1;
}
