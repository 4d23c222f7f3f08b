import type { Peer } from "../../sharing.ts";
import type { KeyOf, WorldId } from "../../world-store.ts";
import type { Entry } from "../entry.ts";

/** A process that shares the database, as it tells the others. */
export interface Process extends Peer {
  readonly processId: string;
}

/** A process as its row shows it. */
export interface SeenProcess extends Process {
  /** Grows with each renewal. */
  readonly beat: number;
  /** Whether its lease is over by the database's clock. */
  readonly hasEnded: boolean;
}

/** The ownership of a world as its row shows it. */
export interface SeenWorld {
  readonly epoch: number;
  /** A process id, perhaps of a process that is gone; null if the world has no owner. */
  readonly owner: string | null;
}

/** A world from when this process took it until it loses it or gives it up. Taken again, it is another one of these. */
export interface OwnedWorld {
  readonly worldId: WorldId;
  /** The id under which this process took it. */
  readonly processId: string;
  epoch: number;
}

/** What is to be appended to one world. */
export interface Appending {
  readonly worldId: WorldId;
  readonly entries: readonly Entry[];
  /** API keys that become valid with it. */
  readonly keys: readonly KeyOf[];
}

/** The same, if the process still owns the world in this epoch. */
export interface FencedAppend extends Appending {
  readonly epoch: number;
}

/**
 * The statements of leases and ownership. Each is one statement and one transaction of PostgreSQL, never a transaction over
 * several round trips: a process that cannot be reached would keep rows locked. Each rejects with `Rejected` if the database
 * has not done it, with `NotSent` if there was no connection, and with `Lost` if it is unknown whether it was done. Each waits
 * for a connection and for its answer for at most 5 s, `renew` for 2 s: a statement that takes longer has its connection cut.
 */
export interface LeaseDatabase {
  /** Adds the row of a process, with a lease that begins now. */
  register(self: Process, leaseMs: number): Promise<void>;
  /** Renews the lease on a connection of its own; false: there is no row any more, the process was buried. */
  renew(processId: string, leaseMs: number): Promise<boolean>;
  /** Reads all processes, those too whose lease has ended. */
  processes(): Promise<readonly SeenProcess[]>;
  /** Deletes the row of a process if its beat is still this one and its lease has ended. Returns whether it did. */
  bury(processId: string, beat: number): Promise<boolean>;
  /** Deletes the own row. */
  unregister(processId: string): Promise<void>;
  /** Reads who owns a world; null if there is no such world. */
  look(worldId: WorldId): Promise<SeenWorld | null>;
  /** Takes a world if its row is still as it was seen. Returns the new epoch, or null: look again. */
  take(worldId: WorldId, processId: string, seen: SeenWorld): Promise<number | null>;
  /**
   * Appends to all these worlds that the process still owns in that epoch. Returns the ids of the worlds to which it
   * appended; to the others it has appended nothing.
   */
  append(processId: string, appends: readonly FencedAppend[]): Promise<ReadonlySet<WorldId>>;
  /** Raises the epoch of a world if the process owns it: that waits for an append under way and fences one on the road. */
  raise(worldId: WorldId, processId: string): Promise<number | null>;
  /**
   * Returns the last position of a world's history, read in a statement of its own; null if the process does not own the world
   * in this epoch: then another one may have written what is there.
   */
  position(worldId: WorldId, processId: string, epoch: number): Promise<number | null>;
  /** Gives a world up if the process owns it in this epoch. */
  release(worldId: WorldId, processId: string, epoch: number): Promise<void>;
}
