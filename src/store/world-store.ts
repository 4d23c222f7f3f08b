import type { Measured } from "../domain/attempt.ts";
import type { WorldEvent } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import type { WorldOrigin } from "./world-origin.ts";

export type WorldId = string;

/** A place in a world's history: the number of its events up to there. It only grows. */
export type Position = number;

/** What came from the real world with a command. Kept beside its facts; no decision reads it. */
export interface Beside extends Measured {
  /** The digest of the API key given to the company that this commit added. */
  readonly keyDigest?: string | undefined;
}

export interface Wall extends Beside {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly at: number;
}

/** The facts of one command: kept whole or not at all. */
export interface Commit {
  /** The position of the first event; the others follow. */
  readonly first: Position;
  readonly at: Instant;
  readonly events: readonly WorldEvent[];
  readonly wall: Wall;
}

/** What the catalogue says of a world. */
export interface WorldEntry {
  readonly worldId: WorldId;
  /** The fixture that it began with. */
  readonly fixture: string;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly createdAt: number;
  /** The position at which it was made: what a reset goes back to. */
  readonly beginning: Position;
  /** Of a world that a start has made; a store of an older version, and a world made by a request, has none. */
  readonly origin?: WorldOrigin;
}

/** A world's state at a position, as plain JSON, so that replay can begin there. */
export interface Snapshot {
  readonly position: Position;
  readonly at: Instant;
  readonly state: unknown;
}

/**
 * Keeps the histories of worlds. Every store passes `world-store.conformance.ts`. Whatever is asked of a
 * world that is not there, except to delete it, rejects with `UnknownWorld`.
 */
export interface WorldStore {
  list(): Promise<readonly WorldEntry[]>;
  /**
   * Adds a world with the commits of its beginning, the first of which begins at position 1, or with a snapshot that it
   * begins from, which is kept, and after whose position its history begins: all of it or nothing. Rejects with `Conflict`
   * if the id is taken, with `WriteFailed` if it could not be made durable. Nobody may change the snapshot meanwhile.
   */
  create(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void>;
  /** Forgets the world; one that is not there is no error. */
  delete(id: WorldId): Promise<void>;
  /**
   * Appends commits after the position `after`, in call order; resolves when they are durable. Rejects with `Conflict`
   * when the history does not end at `after`, or with `WriteFailed`; then so does every later append of that world
   * that is still pending. All of the commits are kept or, after a `Conflict`, none; after a `WriteFailed` those that
   * `read` gives, each of them whole.
   */
  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void>;
  /**
   * The commits with an event after the position `after` and one not after `upTo`, whole, oldest first, as far as they are
   * not forgotten. Of what is appended meanwhile a reading may show some, but never a commit without all before it.
   */
  read(id: WorldId, after: Position, upTo?: Position): AsyncIterable<Commit>;
  /** The position after which all of the history is there: 0, or that of the snapshot that the world began from. */
  horizon(id: WorldId): Promise<Position>;
  /** The last position at or before `upTo`, at the end of a commit, that could be the horizon; the present one if no other. */
  nextHorizon(id: WorldId, upTo: Position): Promise<Position>;
  /**
   * Forgets the commits up to a position that `nextHorizon` has named, and every snapshot but those at the positions
   * `keep`, one of which stands at or after that position for what is forgotten. Rejects with `WriteFailed` when that could
   * not be made durable; then some of it may be forgotten.
   */
  forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void>;
  /** The positions of the snapshots, in ascending order. */
  snapshots(id: WorldId): Promise<readonly Position[]>;
  /** Where the snapshot of a position is or would be, as a person finds it: a file, if there are files. */
  snapshotPlace(id: WorldId, position: Position): string;
  /** A copy of the newest snapshot at or before a position, or null. */
  snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null>;
  /**
   * Keeps a snapshot, which is the store's alone from now on, in the place of one of the same position, durably. Rejects
   * with `WriteFailed`.
   */
  saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void>;
  /** Resolves when all that was handed over has ended. Whatever is asked later is refused, but for closing again. */
  close(): Promise<void>;
}

/** Somebody else wrote to this world's history, or the world exists already. */
export class Conflict extends Error {
  override readonly name = "Conflict";
}

/** There is no such world: it was never created, or it was deleted. */
export class UnknownWorld extends Error {
  override readonly name = "UnknownWorld";
}

/** The history could not be made durable. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";
}

/** The position of a commit's last event. */
export function lastPosition({ first, events }: Commit): Position {
  return first + events.length - 1;
}
