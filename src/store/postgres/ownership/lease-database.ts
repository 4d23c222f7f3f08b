import type { Peer } from "../../sharing.ts";
import type { Position, WorldId } from "../../world-store.ts";
import { endOfHistory } from "../catalogue.ts";
import { type Connections, durably } from "../connections.ts";
import { appendTo, type FencedAppend } from "./append-statement.ts";

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

/** The number of a world, and where its history ends. */
export interface Place {
  readonly no: number;
  readonly end: Position;
}

const leaseEnd = "clock_timestamp() + $2::double precision * interval '1 millisecond'";

/** What the protocol of leases and ownership needs of a database. It is also simulated. */
export type LeaseDatabase = Pick<SqlLeaseDatabase, keyof SqlLeaseDatabase>;

/**
 * The statements of leases and ownership. Each is one statement and one transaction of PostgreSQL, never a transaction over
 * several round trips: a process that cannot be reached would keep rows locked. Each rejects with `Rejected` if the database
 * has not done it, with `NotSent` if there was no connection, and with `Lost` if it is unknown whether it was done. Each waits
 * for a connection and for its answer for at most 5 s, `renew` for 2 s: a statement that takes longer has its connection cut.
 */
export class SqlLeaseDatabase {
  readonly #connections: Connections;
  /** Renewals never wait behind anything else. A process registers with more time, since it may have just started. */
  readonly #renewals: Connections;

  constructor(connections: Connections, renewals: Connections) {
    this.#connections = connections;
    this.#renewals = renewals;
  }

  /** Adds the row of a process, with a lease that begins now. */
  async register({ processId, address, token }: Process, leaseMs: number): Promise<void> {
    const text = `INSERT INTO $.process (process_id, lease_until, address, token)
      SELECT $1, ${leaseEnd}, $3, $4 WHERE ${durably}`;
    await this.#connections.ask(text, processId, leaseMs, address, token);
  }

  /** Renews the lease and tells the address; false: there is no row any more, the process was buried. */
  async renew({ processId, address }: Process, leaseMs: number): Promise<boolean> {
    const text = `UPDATE $.process SET beat = beat + 1, lease_until = ${leaseEnd}, address = $3
      WHERE process_id = $1 AND ${durably} RETURNING 1`;
    return (await this.#renewals.ask(text, processId, leaseMs, address)).length > 0;
  }

  /** Reads all processes, those too whose lease has ended. */
  async processes(): Promise<readonly SeenProcess[]> {
    const text = "SELECT process_id, address, token, beat, lease_until < clock_timestamp() FROM $.process";
    return (await this.#renewals.ask(text)).map(([processId, address, token, beat, hasEnded]) => ({
      processId: String(processId),
      address: String(address),
      token: String(token),
      beat: Number(beat),
      hasEnded: hasEnded === "t",
    }));
  }

  /** Deletes the row of a process if its beat is still this one and its lease has ended. Returns whether it did. */
  async bury(processId: string, beat: number): Promise<boolean> {
    const text = `DELETE FROM $.process
      WHERE process_id = $1 AND beat = $2 AND lease_until < clock_timestamp() AND ${durably} RETURNING 1`;
    return (await this.#connections.ask(text, processId, beat)).length > 0;
  }

  /** Deletes the own row. */
  async unregister(processId: string): Promise<void> {
    await this.#connections.ask(`DELETE FROM $.process WHERE process_id = $1 AND ${durably}`, processId);
  }

  /** Reads who owns a world; null if there is no such world. */
  async look(worldId: WorldId): Promise<SeenWorld | null> {
    const text = "SELECT epoch, owner FROM $.world WHERE id = $1";
    const [[epoch, owner = null] = []] = await this.#connections.ask(text, worldId);
    return epoch === undefined ? null : { epoch: Number(epoch), owner };
  }

  /** Takes a world if its row is still as it was seen. Returns the new epoch, or null: look again. */
  async take(worldId: WorldId, processId: string, { epoch, owner }: SeenWorld): Promise<number | null> {
    const text = `UPDATE $.world SET owner = $2, epoch = epoch + 1
      WHERE id = $1 AND epoch = $3 AND owner IS NOT DISTINCT FROM $4::uuid AND ${durably} RETURNING epoch`;
    const [[taken] = []] = await this.#connections.ask(text, worldId, processId, epoch, owner);
    return taken === undefined ? null : Number(taken);
  }

  /**
   * Appends to all these worlds that the process still owns in that epoch. Returns the ids of the worlds to which it
   * appended; to the others it has appended nothing.
   */
  append(processId: string, appends: readonly FencedAppend[]): Promise<ReadonlySet<WorldId>> {
    return appendTo(this.#connections.ask, processId, appends);
  }

  /** Raises the epoch of a world if the process owns it: that waits for an append under way and fences one on the road. */
  async raise(worldId: WorldId, processId: string): Promise<number | null> {
    const text = `UPDATE $.world SET epoch = epoch + 1 WHERE id = $1 AND owner = $2 AND ${durably} RETURNING epoch`;
    const [[epoch] = []] = await this.#connections.ask(text, worldId, processId);
    return epoch === undefined ? null : Number(epoch);
  }

  /**
   * Reads the place of a world in a statement of its own, which begins after the taking or raising before it; null if the
   * process does not own the world in this epoch: then another one may have written what is there.
   */
  async place(worldId: WorldId, processId: string, epoch: number): Promise<Place | null> {
    const text = `SELECT no, ${endOfHistory} FROM $.world w WHERE id = $1 AND owner = $2 AND epoch = $3`;
    const [[no, end] = []] = await this.#connections.ask(text, worldId, processId, epoch);
    return no === undefined ? null : { no: Number(no), end: Number(end) };
  }

  /** Gives a world up if the process owns it in this epoch. */
  async release(worldId: WorldId, processId: string, epoch: number): Promise<void> {
    const text = `UPDATE $.world SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3 AND ${durably}`;
    await this.#connections.ask(text, worldId, processId, epoch);
  }
}
