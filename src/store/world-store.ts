import type { Measured } from "../domain/attempt.ts";
import type { ClockMode, WorldEvent } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import type { CallLog } from "./call-log.ts";
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

/** How a world begins: with commits, the first at position 1, or with a snapshot, after which its history begins. */
export type Beginning = Iterable<Commit> | Snapshot;

/** Where a history ends. After a failure two histories can end at the same position; `mark` tells them apart. */
export interface End {
  readonly position: Position;
  readonly mark: string;
}

/** A turn on a world, as its writer sees it: from now on, until it has ended, nobody else writes. */
export interface Turn {
  /** What others have appended since the end that the writer knew, in order. */
  readonly tail: readonly Commit[];
  /** The delivery attempts that other processes make. */
  readonly claimed: readonly OthersClaim[];
  /** How the world's clock is paused; null if it is not. */
  readonly pause: Pause | null;
}

/** What has been appended to a world since an end that was known, as one glance at it shows. */
export interface Glance extends Pick<Turn, "tail" | "pause"> {
  readonly end: End;
  /** The store's clock, not later than what the glance shows: a pause that it does not show begins later. */
  readonly now: number;
}

/** A pause of a world's clock, for an advance or a way back. It ends at `until`, by the store's clock, unless extended. */
export interface Pause {
  /** The world's time meanwhile; null while the pause is only announced and time goes on. */
  readonly at: Instant | null;
  readonly until: number;
  readonly isMine: boolean;
}

/** A delivery attempt that another process makes. The claim ends at `until`, by the store's clock, unless it is extended. */
export interface OthersClaim {
  readonly deliveryId: string;
  readonly until: number;
}

/**
 * What changes in a turn about who makes which delivery attempts and who pauses the clock. The store extends the claims
 * and pauses of a process until they end. Those of a process that is gone end within 15 s, without a word.
 */
export interface TurnChanges {
  /** The deliveries whose attempts this process makes from now on, and those whose attempts it has made or given up. */
  readonly begun: readonly string[];
  readonly ended: readonly string[];
  /** Whether all earlier claims on the world end first, whoever has them. */
  readonly takesAll: boolean;
  /** The world's time at which this process pauses its clock; null: its pause ends; undefined: as it was. */
  readonly pause: Instant | "announced" | null | undefined;
  /** What `forget` would be told, decided in the turn. Nothing is forgotten if a snapshot to keep is missing. */
  readonly forget: { readonly upTo: Position; readonly keep: ReadonlySet<Position> } | undefined;
}

/** What a store knows of a world that nobody reads. */
export interface Rest {
  /** How the world's time follows the store's clock: it was `anchorAt` at `anchorWall`. */
  readonly clock: {
    readonly mode: ClockMode;
    readonly rate: number;
    readonly anchorAt: Instant;
    readonly anchorWall: number;
  };
  /** When something will happen in the world by itself, by the store's clock; null if nothing will. */
  readonly wakesAt: number | null;
}

/** What a writer does in a turn. */
export interface TurnWork {
  /**
   * Is called just before the turn is asked for, perhaps several times. Returns the end of the history that the writer
   * knows. What is asked of the writer later belongs to a later turn: the time of this one may be before the asking.
   */
  begin(): End;
  /** Is called at most once, in one synchronous block. Returns the commits to append after the tail. */
  work(turn: Turn): readonly Commit[];
  /** Is called after work with commits. Returns how the world rests now, or null if that is as before the work. */
  rest?(): Rest | null;
  /** Is called after work. Returns what has changed about the attempts under way, or null. */
  claims?(): TurnChanges | null;
}

/**
 * The turns of a store that several processes share. One of them at a time has the turn on a world, in the order of
 * asking: it learns what the others have appended, does its work, and appends.
 */
export interface Turns {
  /**
   * Takes a turn. Resolves with the new end when what was appended or claimed is durable; else after the work. Rejects
   * with what `work` throws, with `Conflict` if the end that the writer knows is not part of the history, with
   * `TooFarBehind`, or as `append` does.
   */
  take(id: WorldId, work: TurnWork): Promise<End>;
  /**
   * Returns milliseconds since 1970 by the store's clock, which all its processes share. In a turn it is not before the
   * end of the last one, wherever that was. It never goes back.
   */
  now(): number;
  /** Returns where a history ends. What this process has tried to append before is kept by then, or never will be. */
  end(id: WorldId): Promise<End>;
  /**
   * Looks at a world without a turn: everything that was durable when this was called is in the tail, and `now` is not
   * earlier. Rejects like `take`.
   */
  glance(id: WorldId, known: End): Promise<Glance>;
  /** Returns whether this process still has the claim on a delivery's attempt. */
  isClaimed(id: WorldId, deliveryId: string): Promise<boolean>;
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

/** What a directory is told of a new world. Keys that are in its commits need not be told. */
export interface NewWorld {
  readonly keys: readonly KeyOf[];
  readonly rest: Rest;
}

/** A world that nobody has open, as its store notes it. */
export interface RestingWorld extends Rest {
  readonly position: Position;
  readonly keys: readonly KeyOf[];
}

/**
 * Finds worlds without reading them: in a store that several processes share all worlds, in a store with one writer those
 * that it has put to rest and nobody has opened since.
 */
export interface Directory {
  /** Returns the worlds, the oldest first. */
  list(): Promise<readonly ListedWorld[]>;
  /**
   * Returns worlds in which something is due by itself at `now`, at most `limit`; a shared store goes by its own clock. For
   * the next 15 s no other process gets them: by then somebody has done it, or it is taken again.
   */
  takeDue(limit: number, now: number): Promise<readonly WorldEntry[]>;
  /** Returns the world that has the API key of a digest, and the company that the key is for; null if there is none. */
  find(digest: string): Promise<{ readonly entry: WorldEntry; readonly companyId: string } | null>;
  /** Returns the entry of a world, or null. */
  entry(id: WorldId): Promise<WorldEntry | null>;
  /**
   * Only of a store with one writer: puts a world to rest whose history nobody reads or writes any more. Reading it opens it
   * again. If the disk fails, the world is not at rest; nobody is told, because the next startup then reads it.
   */
  putToRest?(id: WorldId, resting: RestingWorld): Promise<void>;
}

/** A process that shares a store, as it tells the others. */
export interface Replica {
  readonly version: string;
  /** Digests of what must be the same in all processes, by names for people. */
  readonly configuration: Readonly<Record<string, string>>;
}

/** The processes that share a store. */
export interface Replicas {
  /** Notes that this process is there. Returns those that began earlier, unless they were silent for 30 s. */
  join(self: Replica): Promise<readonly Replica[]>;
  /** Removes this process. */
  leave(): Promise<void>;
}

/**
 * Stores the histories of worlds. Every store passes `world-store.conformance.ts`. Everything except `delete` rejects
 * with `UnknownWorld` for a world that does not exist.
 */
export interface WorldStore {
  /**
   * Only of a store that several processes share. Without it this process is the only writer, as with the memory and the
   * folder: a turn is then nothing but its work and an `append`, for there is nobody to wait for or to learn from.
   */
  readonly turns?: Turns;
  /** With it, worlds are read when somebody asks for them; without it, all are read at startup. */
  readonly directory?: Directory;
  /** Only of a store that several processes share. */
  readonly replicas?: Replicas;
  /** Only of a store that several processes share. */
  readonly calls?: CallLog;
  list(): Promise<readonly WorldEntry[]>;
  /**
   * Adds a world, completely or not at all. Rejects with `Conflict` if the id is taken, with `WriteFailed` if the world
   * could not be made durable. Nobody may change the snapshot meanwhile, or a `PackedHistory` ever again. `made` is for a
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
   * Only of a store that lives no longer than this process, so that nobody need wait for it: does the same at once, and
   * throws instead of rejecting.
   */
  appendNow?(id: WorldId, after: Position, commits: readonly Commit[]): void;
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

/** More was appended, forgotten or taken back than a turn can tell: the world must be read again, outside of a turn. */
export class TooFarBehind extends Error {
  override readonly name = "TooFarBehind";
}

/** The world was never created, or was deleted. */
export class UnknownWorld extends Error {
  override readonly name = "UnknownWorld";
}

/** The history could not be made durable. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";
}

/** Returns the API key that a commit made valid, or null. */
export function keyIn({ events, wall: { keyDigest: digest, keyCompanyId } }: Commit): KeyOf | null {
  if (digest === undefined) return null;
  const added = events.find(({ type }) => type === "CompanyAdded");
  const companyId = added?.type === "CompanyAdded" ? added.companyId : keyCompanyId;
  return companyId === undefined ? null : { digest, companyId };
}

/** Returns the position of a commit's last event. */
export function lastPosition({ first, events }: Commit): Position {
  return first + events.length - 1;
}
