import { randomUUID } from "node:crypto";
import type { Peer, SharedConfiguration, Sharing } from "../sharing.ts";
import { endAfter } from "../succession.ts";
import {
  type Commit,
  keysIn,
  type Position,
  type RestingWorld,
  type WorldEntry,
  type WorldId,
  WriteFailed,
} from "../world-store.ts";
import { entryOf, noteRest } from "./catalogue.ts";
import { Connections } from "./connections.ts";
import { entriesOf } from "./entry.ts";
import { Lost, Rejected, writing } from "./failure.ts";
import { machineLeaseClock } from "./ownership/lease-clock.ts";
import { SqlLeaseDatabase } from "./ownership/lease-database.ts";
import type { OwnedWorld } from "./ownership/owned-world.ts";
import { Ownership } from "./ownership/ownership.ts";

/** Renewals wait for nothing else: not even for the reading of the other processes. */
const LEASE_CONNECTIONS = 2;

/** A renewal that has no answer by then is tried on a new connection. */
const MAX_RENEWAL_MS = 2_000;

/** Maximum worlds of dead processes that are due at a time. */
const MAX_ORPHANS = 8;

/** This process as one of those that share the database, and the worlds that it has. */
export class OwnProcess implements Sharing {
  readonly token = randomUUID();
  readonly ownership: Ownership;
  readonly #connections: Connections;
  readonly #renewals: Connections;
  /** Worlds that this process may have without a copy, since the database was away. They are due, so that none stands still. */
  readonly #restless = new Set<WorldId>();
  #onLost: (id: WorldId) => void = () => undefined;

  private constructor(connections: Connections, renewals: Connections, address: string) {
    this.#connections = connections;
    this.#renewals = renewals;
    const database = new SqlLeaseDatabase(connections, renewals);
    const self = { processId: randomUUID(), address, token: this.token };
    this.ownership = new Ownership(database, machineLeaseClock, self, (id) => this.#onLost(id));
  }

  static async begin(url: string, connections: Connections, address: string): Promise<OwnProcess> {
    const renewals = await Connections.to(url, connections.schema, LEASE_CONNECTIONS, MAX_RENEWAL_MS);
    const own = new OwnProcess(connections, renewals, address);
    try {
      await own.ownership.begin();
      return own;
    } catch (error) {
      await renewals.close();
      throw error;
    }
  }

  watch(onLost: (id: WorldId) => void): void {
    this.#onLost = onLost;
  }

  assertCurrent(id: WorldId): void {
    this.ownership.assertCurrent(id);
  }

  peers(): readonly Peer[] {
    return this.ownership.peers();
  }

  async join(self: SharedConfiguration): Promise<readonly SharedConfiguration[]> {
    await this.#noteConfiguration(JSON.stringify(self));
    const text = `SELECT configuration FROM $.process WHERE configuration IS NOT NULL
      AND lease_until > clock_timestamp() AND no < (SELECT no FROM $.process WHERE process_id = $1) ORDER BY no`;
    const earlier = await this.#connections.ask(text, this.ownership.processId);
    return earlier.map(([configuration]) => JSON.parse(String(configuration)));
  }

  async leave(): Promise<void> {
    this.ownership.beginToEnd();
    await this.#noteConfiguration(null);
  }

  /** Does something with a world that this process has, or takes it first. */
  with<T>(id: WorldId, work: (world: OwnedWorld) => Promise<T>): Promise<T> {
    return this.#watching(id, async () => work(await this.ownership.acquire(id)));
  }

  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    return this.with(id, (world) =>
      world.inTurn(async () => {
        const end = endAfter(id, world.end, after, commits);
        if (commits.length === 0) return;
        await this.ownership.append(world, { worldId: id, entries: entriesOf(commits), keys: keysIn(commits) });
        world.end = end;
      }),
    );
  }

  /** Returns worlds in which something may be due, and that no other process is at. */
  async takeDue(limit: number, now: number): Promise<readonly WorldEntry[]> {
    const ids = [...this.#restless].slice(0, limit);
    const due = await this.#connections.ask(
      `SELECT listed FROM $.world WHERE id = ANY ($1::text[]) UNION ALL (
        (
          SELECT w.listed FROM $.world w LEFT JOIN $.process p ON p.process_id = w.owner
          WHERE w.owner IS NOT NULL AND (p.process_id IS NULL OR p.lease_until < clock_timestamp())
          ORDER BY random() LIMIT ${MAX_ORPHANS}
        ) UNION ALL (
          SELECT w.listed FROM $.schedule s JOIN $.world w ON w.no = s.world
          WHERE s.wakes_at <= $2::double precision AND w.owner IS NULL ORDER BY random() LIMIT $3::bigint
        ) LIMIT $3::bigint
      )`,
      ids,
      now,
      limit - ids.length,
    );
    for (const id of ids) this.#restless.delete(id);
    return due.map(([listed]) => entryOf(listed));
  }

  /** Notes how a world that this process has would rest now, for the lists of the others. */
  note(id: WorldId, resting: RestingWorld): Promise<void> {
    return this.#withHeld(id, resting, async () => undefined);
  }

  /** Notes how a world rests that this process has, and gives it up. */
  putToRest(id: WorldId, resting: RestingWorld): Promise<void> {
    return this.#withHeld(id, resting, () => writing(() => this.ownership.release(id)));
  }

  /** What was not put to rest is due from now on, whatever was noted when it rested before: its next owner sees to it. */
  async end(): Promise<void> {
    const text = "UPDATE $.schedule s SET wakes_at = 0 FROM $.world w WHERE w.no = s.world AND w.owner = $1";
    // If the database does not do this, it does not release these worlds either.
    await this.#connections.ask(text, this.ownership.processId).catch(() => undefined);
    await this.ownership.end();
    await this.#renewals.close();
  }

  /**
   * Notes how a world would rest that this process has, once nothing is being appended to it, and then does something. Does not
   * take it.
   */
  #withHeld(id: WorldId, resting: RestingWorld, work: () => Promise<void>): Promise<void> {
    return this.#watching(id, async () => {
      const world = this.ownership.owned(id);
      if (world === undefined) return;
      await world.inTurn(() => writing(() => noteRest(this.#connections.ask, world, resting)));
      await work();
    });
  }

  /** Notes a world of which something fails because the database is away. */
  async #watching<T>(id: WorldId, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WriteFailed || error instanceof Lost || error instanceof Rejected) this.#restless.add(id);
      throw error;
    }
  }

  async #noteConfiguration(text: string | null): Promise<void> {
    // It is told at each question whether the process is ready, and stands there already most of the time.
    const update = `UPDATE $.process SET configuration = $2 WHERE process_id = $1 AND configuration IS DISTINCT FROM $2`;
    await this.#connections.ask(update, this.ownership.processId, text);
  }
}
