import type { Sharing } from "../sharing.ts";
import { endAfter } from "../succession.ts";
import { WorkUnderWay } from "../work-under-way.ts";
import {
  type Beginning,
  type Commit,
  type Directory,
  type NewWorld,
  type Position,
  type Snapshot,
  UnknownWorld,
  type WorldEntry,
  type WorldId,
  type WorldStore,
} from "../world-store.ts";
import { deleteWorld, entries, type NumberedWorld, numberedWorld, sharedDirectory } from "./catalogue.ts";
import { type Ask, Connections } from "./connections.ts";
import { createWorld } from "./creation.ts";
import { overlook, writing } from "./failure.ts";
import { forget, horizonOf, nextHorizon, readPages } from "./histories.ts";
import { assertMigrated, migrate } from "./migrate.ts";
import { OwnProcess } from "./own-process.ts";
import { OwnedWorld } from "./ownership/owned-world.ts";
import { newestSnapshot, saveSnapshot, snapshotPositions } from "./snapshots.ts";
import { assertUsable, unusable } from "./unusable-database.ts";

export interface PostgresOptions {
  readonly schema?: string;
  /** Maximum connections of this process; two more are for its lease. */
  readonly connections?: number;
  /** Opens it only to read: takes no world, makes no tables, and a standby will do. Rejects if the tables are not up to date. */
  readonly isRead?: boolean;
  /** Where other processes reach this one: an origin. Without it they do not reach it until `announce`. */
  readonly address?: string | undefined;
}

const DEFAULT_SCHEMA = "saldo";
const MAX_CONNECTIONS = 8;
/** How long a statement may take that makes tables or changes full ones, or that waits for a process which does. */
const MAX_MIGRATION_MS = 600_000;

/** Keeps worlds in PostgreSQL, where several processes share them: each world has one owner at a time. */
export class PostgresStore implements WorldStore {
  readonly directory: Directory;
  readonly sharing?: Sharing;
  readonly #connections: Connections;
  readonly #process: OwnProcess | null;
  readonly #work = new WorkUnderWay();

  private constructor(connections: Connections, process: OwnProcess | null) {
    this.#connections = connections;
    this.directory = sharedDirectory(this.#work, connections, () => this.#own);
    this.#process = process;
    if (process !== null) this.sharing = process;
  }

  /**
   * Opens the store in a schema of a database, and makes its tables or brings them up to date. Rejects with
   * `UnusableDatabase`, whose message says why.
   */
  static async open(
    url: string,
    { schema = DEFAULT_SCHEMA, connections: max = MAX_CONNECTIONS, isRead = false, address = "" }: PostgresOptions = {},
  ): Promise<PostgresStore> {
    const connections = await Connections.to(url, schema, max);
    try {
      if (isRead) {
        await assertMigrated(connections);
        return new PostgresStore(connections, null);
      }
      await prepare(url, schema);
      return new PostgresStore(connections, await OwnProcess.begin(url, connections, address));
    } catch (error) {
      await connections.close();
      throw unusable(error);
    }
  }

  /** Makes the tables of a schema, or brings them up to date. Rejects with `UnusableDatabase`. */
  static async migrate(url: string, schema: string): Promise<void> {
    await prepare(url, schema).catch((error: unknown) => {
      throw unusable(error);
    });
  }

  /** Tells the other processes where they reach this one. */
  announce(address: string): Promise<void> {
    return this.#work.do(async () => this.#own.ownership.announce(address));
  }

  list(): Promise<readonly WorldEntry[]> {
    return this.#work.do(() => entries(this.#connections));
  }

  create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void> {
    const copy = "position" in beginning ? beginning : [...beginning];
    return this.#work.do(async () => {
      const { ownership } = this.#own;
      const { processId } = ownership;
      const end = "position" in copy ? copy.position : endAfter(entry.worldId, 0, 0, copy);
      const no = await writing(() => createWorld(this.#connections, processId, entry, copy, made));
      ownership.adopt(new OwnedWorld(entry.worldId, no, end, processId, 1));
    });
  }

  delete(id: WorldId): Promise<void> {
    return this.#withOwn(id, async (world) => {
      await world.inTurn(() => writing(() => deleteWorld(this.#connections, world)));
      await this.#own.ownership.release(id).catch(overlook);
    }).catch((error: unknown) => {
      if (!(error instanceof UnknownWorld)) throw error;
    });
  }

  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    const copy = [...commits];
    return this.#work.do(async () => this.#own.append(id, after, copy));
  }

  async *read(id: WorldId, after: Position, upTo: Position = Number.POSITIVE_INFINITY): AsyncGenerator<Commit> {
    const world = await this.#with(id, async (found) => found);
    const ask: Ask = (text, ...values) => this.#with(id, () => this.#connections.ask(text, ...values));
    yield* readPages(ask, world, after, upTo);
  }

  horizon(id: WorldId): Promise<Position> {
    return this.#with(id, (world) => horizonOf(this.#connections, world));
  }

  nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    return this.#with(id, (world) => nextHorizon(this.#connections, world, upTo));
  }

  forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    const kept = [...keep];
    return this.#withOwn(id, (world) => writing(() => forget(this.#connections, world, upTo, kept)));
  }

  snapshots(id: WorldId): Promise<readonly Position[]> {
    return this.#with(id, (world) => snapshotPositions(this.#connections, world));
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return `the schema ${this.#connections.schema}, table snapshot, world ${id}, position ${position}`;
  }

  snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    return this.#with(id, (world) => newestSnapshot(this.#connections, world, atOrBefore));
  }

  saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    return this.#withOwn(id, (world) => writing(() => saveSnapshot(this.#connections, world, snapshot)));
  }

  async close(): Promise<void> {
    if (this.#work.isClosed) return;
    await this.#work.close();
    await this.#process?.end();
    await this.#connections.close();
  }

  get #own(): OwnProcess {
    if (this.#process === null) throw new Error("the store was opened only to be read");
    return this.#process;
  }

  /** Does something with a world that this process has, or takes it first. */
  #withOwn<T>(id: WorldId, work: (world: OwnedWorld) => Promise<T>): Promise<T> {
    return this.#work.do(async () => this.#own.with(id, work));
  }

  /** Reads something of a world: of one that this process has, unless the store was opened only to be read. */
  #with<T>(id: WorldId, work: (world: NumberedWorld) => Promise<T>): Promise<T> {
    if (this.#process !== null) return this.#withOwn(id, work);
    return this.#work.do(async () => work(await numberedWorld(this.#connections, id)));
  }
}

/** Makes the tables of a schema, or brings them up to date, in a database that can be used. */
async function prepare(url: string, schema: string): Promise<void> {
  const connections = await Connections.to(url, schema, 1, MAX_MIGRATION_MS);
  try {
    await assertUsable(connections);
    await migrate(connections);
  } finally {
    await connections.close();
  }
}
