import { randomUUID } from "node:crypto";
import type { Peer, Replica, Sharing } from "../sharing.ts";
import { type RestingWorld, type WorldEntry, type WorldId, WriteFailed } from "../world-store.ts";
import { arrayOf, type SqlStatement } from "./batch.ts";
import { Connections } from "./connections.ts";
import { Lost, Rejected, writing } from "./failure.ts";
import { entryOf } from "./kept-worlds.ts";
import { type OpenWorld, OpenWorlds } from "./open-worlds.ts";
import { machineLeaseClock } from "./ownership/lease-clock.ts";
import { Ownership } from "./ownership/ownership.ts";
import { SqlLeaseDatabase } from "./ownership/sql-lease-database.ts";
import { askDue, noteRest, wakeOwned } from "./schedule.ts";
import type { Tables } from "./tables.ts";

/** Renewals wait for nothing else: not even for the reading of the other processes. */
const LEASE_CONNECTIONS = 2;

/** A renewal that has no answer by then is tried on a new connection. */
const MAX_RENEWAL_MS = 2_000;

/** Maximum worlds of dead processes that are due at a time. */
const MAX_ORPHANS = 8;

interface Parts {
  readonly connections: Connections;
  readonly tables: Tables;
  readonly renewals: Connections;
  readonly database: SqlLeaseDatabase;
  readonly ownership: Ownership;
  readonly worlds: OpenWorlds;
  readonly token: string;
}

/** This process as one of those that share the database, and the worlds that it has. */
export class OwnProcess implements Sharing {
  readonly ownership: Ownership;
  readonly worlds: OpenWorlds;
  readonly token: string;
  readonly #parts: Parts;
  /** Worlds that this process may have without a copy, since the database was away. They are due, so that none stands still. */
  readonly #restless = new Set<WorldId>();
  #isEnding = false;
  #onLost: (id: WorldId) => void = () => undefined;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.ownership = parts.ownership;
    this.worlds = parts.worlds;
    this.token = parts.token;
  }

  static async begin(url: string, connections: Connections, tables: Tables, address: string): Promise<OwnProcess> {
    const renewals = await Connections.to(url, LEASE_CONNECTIONS, MAX_RENEWAL_MS);
    const database = new SqlLeaseDatabase(connections, renewals, tables);
    const token = randomUUID();
    let own: OwnProcess | undefined;
    try {
      const self = { processId: randomUUID(), address, token };
      const ownership = await Ownership.begin(database, machineLeaseClock, self, (id) => {
        if (own !== undefined) own.#lose(id);
      });
      const worlds = new OpenWorlds(ownership, connections, tables);
      own = new OwnProcess({ connections, tables, renewals, database, ownership, worlds, token });
      return own;
    } catch (error) {
      await renewals.close();
      throw error;
    }
  }

  watch(onLost: (id: WorldId) => void): void {
    this.#onLost = onLost;
  }

  #lose(id: WorldId): void {
    this.worlds.drop(id);
    this.#onLost(id);
  }

  assertCurrent(id: WorldId): void {
    this.ownership.assertCurrent(id);
  }

  peers(): readonly Peer[] {
    return this.ownership.peers();
  }

  /** Tells the others where this process is reached. */
  announce(address: string): Promise<void> {
    return this.#parts.database.announce(this.ownership.processId, address);
  }

  async join(self: Replica): Promise<readonly Replica[]> {
    const { process } = this.#parts.tables;
    const text = `SELECT version, configuration FROM ${process} WHERE configuration IS NOT NULL
      AND lease_until > clock_timestamp() AND no < (SELECT no FROM ${process} WHERE process_id = $1) ORDER BY no`;
    const askEarlier = { name: "earlier", text, values: [this.ownership.processId] };
    const [, earlier = []] = await this.#parts.connections.run(this.#noteConfiguration(self), askEarlier);
    return earlier.map(([version, configuration]) => ({
      version: String(version),
      configuration: JSON.parse(String(configuration)),
    }));
  }

  async leave(): Promise<void> {
    this.ownership.beginToEnd();
    this.#isEnding = true;
    await this.#parts.connections.run(this.#noteConfiguration(null));
  }

  /** Does something with a world that this process has, or takes it first. */
  with<T>(id: WorldId, work: (world: OpenWorld) => Promise<T>): Promise<T> {
    return this.watching(id, async () => work(await this.worlds.get(id)));
  }

  /** Notes a world of which something fails because the database is away. */
  async watching<T>(id: WorldId, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WriteFailed || error instanceof Lost || error instanceof Rejected) this.#restless.add(id);
      throw error;
    }
  }

  /** Returns worlds in which something may be due, and that no other process is at. */
  async due(limit: number, now: number): Promise<readonly WorldEntry[]> {
    if (this.#isEnding) return [];
    const { connections, database, tables } = this.#parts;
    const orphans = await database.orphans(Math.min(limit, MAX_ORPHANS));
    const ids = [...this.#restless, ...orphans].slice(0, limit);
    const due = await connections.ask(askDue(tables, arrayOf(ids), now, limit - ids.length));
    for (const id of ids) this.#restless.delete(id);
    return due.map(([listed]) => entryOf(listed ?? ""));
  }

  /** Notes how a world that this process has would rest now, for the lists of the others. */
  note(id: WorldId, resting: RestingWorld): Promise<void> {
    return this.#withHeld(id, (world) => this.#noteRest(world, resting));
  }

  /** Notes how a world rests that this process has, and gives it up. */
  putToRest(id: WorldId, resting: RestingWorld): Promise<void> {
    return this.#withHeld(id, async (world) => {
      await this.#noteRest(world, resting);
      this.worlds.drop(id);
      if (!(await this.ownership.release(id))) throw new WriteFailed(`the database did not hear that ${id} is at rest`);
    });
  }

  /** What was not put to rest is due from now on, whatever was noted when it rested before: its next owner sees to it. */
  async end(): Promise<void> {
    const { connections, tables, renewals } = this.#parts;
    // If the database does not do this, it does not release these worlds either.
    await connections.run(wakeOwned(tables, this.ownership.processId)).catch(() => undefined);
    await this.ownership.end();
    await renewals.close();
  }

  /** Does something with a world that this process has, once nothing is being appended to it. Does not take it. */
  #withHeld(id: WorldId, work: (world: OpenWorld) => Promise<void>): Promise<void> {
    return this.watching(id, async () => {
      if (!this.ownership.has(id)) return;
      const world = await this.worlds.get(id);
      await world.idle();
      await work(world);
    });
  }

  async #noteRest(world: OpenWorld, resting: RestingWorld): Promise<void> {
    const { connections, tables } = this.#parts;
    await writing(() => connections.run(noteRest(tables, world, resting)));
  }

  #noteConfiguration(self: Replica | null): SqlStatement {
    // It is told at each question whether the process is ready, and stands there already most of the time.
    const text = `UPDATE ${this.#parts.tables.process} SET version = $2, configuration = $3
      WHERE process_id = $1 AND configuration IS DISTINCT FROM $3`;
    const values = [this.ownership.processId, self?.version ?? null, self && JSON.stringify(self.configuration)];
    return { name: "note configuration", text, values };
  }
}
