import type { Peer, WorldId } from "../../world-store.ts";
import type { Appending, LeaseDatabase, Process } from "./lease-database.ts";

/** The clocks of a process. Neither may be asked for the time of a lease alone: one can stand still, the other can be set. */
export interface LeaseClock {
  monotonicMs(): number;
  wallMs(): number;
  /** Calls back once, after a time by the monotonic clock. Returns what cancels that. */
  after(ms: number, callBack: () => void): () => void;
}

/** What the ownership of worlds does for a store: which worlds this process has, and what it may append and tell. */
export interface OwnershipOfWorlds {
  /** The id under which this process owns what it takes now. It changes when the process was buried and begins again. */
  readonly processId: string;
  /**
   * Makes this process the owner of a world. Read its history in statements that begin after this has resolved. Rejects with
   * `OwnedElsewhere`, `UnknownWorld` or `WriteFailed`.
   */
  acquire(worldId: WorldId): Promise<void>;
  /** A world that this process has just made, in epoch 1 and with this id as its owner. Does nothing if the id has changed. */
  adopt(worldId: WorldId, processId: string): void;
  has(worldId: WorldId): boolean;
  /** The epoch in which this process owns a world, for statements that are fenced by it; null if it does not. */
  epoch(worldId: WorldId): number | null;
  /** Throws `WriteFailed` if another process may have the world by now. */
  assertCurrent(worldId: WorldId): void;
  /**
   * Appends in the order of the calls. Rejects with `WriteFailed` or `Conflict` if nothing was kept, and with `OutcomeUnknown`
   * if that cannot be found out; then the appends to that world that wait reject, too.
   */
  append(appending: Appending): Promise<void>;
  /** Gives up a world whose copy was dropped. Never rejects. Returns whether the database has heard of it. */
  release(worldId: WorldId): Promise<boolean>;
  /** Living processes other than this one. */
  peers(): readonly Peer[];
  /** From now on takes nothing: `acquire` rejects with `OwnedElsewhere` of a living peer, if there is one. */
  beginToEnd(): void;
  /** Releases everything and deletes the own row. */
  end(): Promise<void>;
}

/**
 * `onLost` is called with each world that another process may have now. Its copy is dropped at once, and a copy that is
 * being loaded is given up, although this process may take the world again before it is complete.
 */
export type StartOwnership = (
  database: LeaseDatabase,
  clock: LeaseClock,
  self: Process,
  onLost: (worldId: WorldId) => void,
) => Promise<OwnershipOfWorlds>;
