import { randomUUID } from "node:crypto";
import type { CallLog, Notes } from "../call-log.ts";
import { assertReplaceable, endAfter } from "../succession.ts";
import { WorkUnderWay } from "../work-under-way.ts";
import {
  type Beginning,
  type Commit,
  type Directory,
  type End,
  type NewWorld,
  type Position,
  type Replicas,
  type Snapshot,
  type Turns,
  UnknownWorld,
  type WorldEntry,
  type WorldId,
  type WorldStore,
  WriteFailed,
} from "../world-store.ts";
import { askKey } from "./api-keys.ts";
import type { Row, Statement } from "./batch.ts";
import { addNotes, askCalls, askMet } from "./calls.ts";
import { Claims, freeLapsed } from "./claims.ts";
import { Connections } from "./connections.ts";
import { createWorld } from "./creation.ts";
import { Lost, Rejected } from "./failure.ts";
import { deleting, forgetting, tidying } from "./forgetting.ts";
import { Glances } from "./glances.ts";
import { readPages } from "./history-reading.ts";
import { askEnd, askListed, askNumber, endsIn, entryOf } from "./kept-worlds.ts";
import { assertMigrated, migrate } from "./migrate.ts";
import { noteReplica, removeReplica, replicasIn } from "./replicas.ts";
import { askAll, listedIn, takeDue } from "./schedule.ts";
import { Snapshots } from "./snapshots.ts";
import { StoreClock } from "./store-clock.ts";
import { type Tables, tablesOf } from "./tables.ts";
import type { NumberedWorld } from "./tail.ts";
import { WorldTurns } from "./turns.ts";
import { assertUsable, unusable } from "./unusable-database.ts";

export interface PostgresOptions {
  readonly schema?: string;
  /** Maximum connections of this process. */
  readonly connections?: number;
  /** Opens it only to read: makes no tables, and a standby will do. Rejects if the tables are not up to date. */
  readonly isRead?: boolean;
  /** Is called after each turn. */
  readonly onTurn?: OnTurn | undefined;
}

export type OnTurn = (durationMs: number, isKept: boolean) => void;

const DEFAULT_SCHEMA = "saldo";
const MAX_CONNECTIONS = 10;

/** Keeps worlds in PostgreSQL, where several processes share them. */
export class PostgresStore implements WorldStore {
  readonly turns: Turns = {
    take: (id, work) => this.#timed(this.#with(id, (world) => this.#turns.take(world, work))),
    end: (id) => this.#with(id, (world) => this.#end(world)),
    now: () => this.#clock.now(),
    glance: (id, known) => this.#with(id, (world) => this.#glances.at(world, known)),
    isClaimed: (id, delivery) => this.#with(id, ({ no }) => this.#claims.isMine(no, delivery)),
  };
  readonly directory: Directory = {
    list: () => this.#work.do(async () => listedIn(await this.#ask(askAll(this.#tables)))),
    takeDue: (limit) =>
      this.#work.do(async () => {
        const [, due = []] = await this.#connections.run(freeLapsed(this.#tables), takeDue(this.#tables, limit));
        return due.map(([listed]) => entryOf(listed ?? ""));
      }),
    find: (digest) =>
      this.#work.do(async () => {
        const [[listed, companyId] = []] = await this.#ask(askKey(this.#tables, digest));
        return typeof listed === "string" && typeof companyId === "string"
          ? { entry: entryOf(listed), companyId }
          : null;
      }),
    entry: (id) =>
      this.#work.do(async () => {
        const [[listed] = []] = await this.#ask(askListed(this.#tables, id));
        return typeof listed === "string" ? entryOf(listed) : null;
      }),
  };
  readonly replicas: Replicas = {
    join: (self) =>
      this.#work.do(async () => {
        const [, , earlier = []] = await this.#connections.run(...noteReplica(this.#tables, this.#id, self));
        return replicasIn(earlier);
      }),
    leave: () => this.#work.do(async () => void (await this.#ask(removeReplica(this.#tables, this.#id)))),
  };
  readonly calls: CallLog = {
    write: (notes, keep) => this.#work.do(() => this.#note(notes, keep)),
    newest: (id, range) =>
      this.#with(id, async ({ no }) => {
        const rows = await this.#ask(askCalls(this.#tables, no, range));
        return rows.map(([requestId, text]) => ({ requestId: Number(requestId), text: text ?? "" }));
      }),
    met: (id) => {
      const ask = async (no: number | null) => {
        const rows = await this.#ask(askMet(this.#tables, no));
        return new Map(rows.map(([name, count]) => [name ?? "", Number(count)]));
      };
      return id === null ? this.#work.do(() => ask(null)) : this.#with(id, ({ no }) => ask(no));
    },
  };
  /** The name of this process in the table of those that share the store. */
  readonly #id = randomUUID();
  readonly #onTurn: OnTurn | undefined;
  readonly #connections: Connections;
  readonly #tables: Tables;
  readonly #clock: StoreClock;
  readonly #turns: WorldTurns;
  readonly #claims: Claims;
  readonly #glances: Glances;
  readonly #snapshots: Snapshots;
  readonly #numbers = new Map<WorldId, number>();
  /** The last append to each world, so that appends happen in the order of the calls. */
  readonly #appending = new Map<WorldId, Promise<unknown>>();
  readonly #work = new WorkUnderWay();

  private constructor(connections: Connections, tables: Tables, clock: StoreClock, onTurn: OnTurn | undefined) {
    this.#onTurn = onTurn;
    this.#connections = connections;
    this.#tables = tables;
    this.#clock = clock;
    this.#claims = new Claims(connections, tables);
    this.#glances = new Glances(connections, tables, clock, this.#claims.by);
    this.#turns = new WorldTurns(connections, tables, clock, this.#claims);
    this.#snapshots = new Snapshots(connections, tables);
  }

  /**
   * Opens the store in a schema of a database, and makes its tables or brings them up to date. Rejects with
   * `UnusableDatabase`, whose message says why.
   */
  static async open(
    url: string,
    { schema = DEFAULT_SCHEMA, connections: max = MAX_CONNECTIONS, isRead = false, onTurn }: PostgresOptions = {},
  ): Promise<PostgresStore> {
    const connections = await Connections.to(url, max);
    try {
      if (isRead) await assertMigrated(connections, schema);
      else {
        await assertUsable(connections);
        await migrate(connections, schema);
      }
      return new PostgresStore(connections, tablesOf(schema), await StoreClock.of(connections), onTurn);
    } catch (error) {
      await connections.close();
      throw unusable(error);
    }
  }

  list(): Promise<readonly WorldEntry[]> {
    return this.#work.do(async () => {
      const text = `SELECT listed FROM ${this.#tables.world} ORDER BY no`;
      return (await this.#ask({ name: "list", text, values: [] })).map(([listed]) => entryOf(listed ?? ""));
    });
  }

  create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void> {
    const copy = "position" in beginning ? beginning : [...beginning];
    return this.#work.do(async () => {
      if (!("position" in copy)) endAfter(entry.worldId, 0, 0, copy);
      await writing(() => createWorld(this.#connections, this.#tables, this.#snapshots, entry, copy, made));
    });
  }

  delete(id: WorldId): Promise<void> {
    const nothing = { name: "nothing", text: "SELECT 1", values: [] };
    const remove = (world: NumberedWorld) => this.#turns.change(world, nothing, () => deleting(this.#tables, world.no));
    return this.#with(id, remove).catch(ignoreUnknown);
  }

  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    const copy = [...commits];
    const last = this.#appending.get(id) ?? Promise.resolve();
    const done = this.#with(id, async (world) => {
      await last;
      await this.#append(world, after, copy);
    });
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (this.#appending.get(id) === ended) this.#appending.delete(id);
      });
    this.#appending.set(id, ended);
    return done;
  }

  async *read(id: WorldId, after: Position, upTo: Position = Number.POSITIVE_INFINITY): AsyncGenerator<Commit> {
    const world = await this.#with(id, async (found) => {
      await this.#end(found);
      return found;
    });
    const ask = (statement: Statement) => this.#work.do(() => this.#ask(statement));
    yield* readPages(ask, this.#tables, world, after, upTo);
  }

  horizon(id: WorldId): Promise<Position> {
    return this.#with(id, async (world) => (await this.#ends(world, null)).horizon);
  }

  nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    return this.#with(id, async (world) => nextHorizonOf(await this.#ends(world, upTo), upTo));
  }

  forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    const kept = [...keep];
    return this.#with(id, async (world) => {
      const there = await this.#snapshots.positions(world);
      await this.#turns.change(world, askEnd(this.#tables, world.no, upTo), (rows) => {
        if (upTo !== nextHorizonOf(endsIn(rows, world), upTo)) {
          throw new RangeError(`${upTo} cannot be the horizon of ${id}`);
        }
        assertReplaceable(id, upTo, there, new Set(kept));
        return forgetting(this.#tables, world.no, upTo, kept);
      });
      await this.#connections.run(...tidying(this.#tables, world.no));
    });
  }

  snapshots(id: WorldId): Promise<readonly Position[]> {
    return this.#with(id, async (world) => {
      await this.#ends(world, null);
      return this.#snapshots.positions(world);
    });
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return `the schema ${this.#tables.schema}, table snapshot, world ${id}, position ${position}`;
  }

  snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    return this.#with(id, async (world) => {
      await this.#ends(world, null);
      return this.#snapshots.newest(world, atOrBefore);
    });
  }

  saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    return this.#with(id, (world) => writing(() => this.#snapshots.save(world, snapshot)));
  }

  async close(): Promise<void> {
    if (this.#work.isClosed) return;
    await this.#work.close();
    await this.#claims.close();
    await this.#connections.close();
  }

  /** Tells how long a turn took. */
  #timed<T>(turn: Promise<T>): Promise<T> {
    const onTurn = this.#onTurn;
    if (onTurn === undefined) return turn;
    const begun = performance.now();
    const tell = (isKept: boolean) => onTurn(performance.now() - begun, isKept);
    turn.then(
      () => tell(true),
      () => tell(false),
    );
    return turn;
  }

  async #append(world: NumberedWorld, after: Position, commits: readonly Commit[]): Promise<void> {
    const known = await this.#end(world);
    await this.#turns.take(world, {
      begin: () => known,
      work: ({ tail }) => {
        const end = tail.reduce((position, { events }) => position + events.length, known.position);
        endAfter(world.id, end, after, commits);
        return commits;
      },
    });
  }

  /** In the order of their numbers, so that two processes never wait for each other. */
  async #note(notes: ReadonlyMap<WorldId, Notes>, keep: number): Promise<void> {
    const unnumbered = [...notes.keys()].filter((id) => !this.#numbers.has(id));
    await Promise.all(unnumbered.map((id) => this.#find(id).catch(ignoreUnknown)));
    const numbered = [...notes].flatMap(([id, each]) => {
      const no = this.#numbers.get(id);
      return no === undefined ? [] : [{ no, each }];
    });
    numbered.sort((one, other) => one.no - other.no);
    if (numbered.length > 0) {
      await this.#connections.run(...numbered.flatMap(({ no, each }) => addNotes(this.#tables, no, each, keep)));
    }
  }

  async #end(world: NumberedWorld): Promise<End> {
    await this.#turns.settle(world);
    const [end] = (await this.#ends(world, null)).ends;
    if (end === undefined) throw new UnknownWorld(`there is no world ${world.id}`);
    return end;
  }

  async #ends(world: NumberedWorld, upTo: Position | null) {
    return endsIn(await this.#ask(askEnd(this.#tables, world.no, upTo)), world);
  }

  async #ask(statement: Statement): Promise<readonly Row[]> {
    const [rows = []] = await this.#connections.run(statement);
    return rows;
  }

  /** Does something with a world. One that was deleted and made anew by another process has a new number. */
  #with<T>(id: WorldId, work: (world: NumberedWorld) => Promise<T>): Promise<T> {
    return this.#work.do(async () => {
      const known = this.#numbers.get(id);
      try {
        return await work({ id, no: known ?? (await this.#find(id)) });
      } catch (error) {
        if (!(error instanceof UnknownWorld)) throw error;
        this.#numbers.delete(id);
        if (known === undefined) throw error;
        return work({ id, no: await this.#find(id) });
      }
    });
  }

  async #find(id: WorldId): Promise<number> {
    const [[no] = []] = await this.#ask(askNumber(this.#tables, id));
    if (no === undefined) throw new UnknownWorld(`there is no world ${id}`);
    this.#numbers.set(id, Number(no));
    return Number(no);
  }
}

function ignoreUnknown(error: unknown): void {
  if (!(error instanceof UnknownWorld)) throw error;
}

function nextHorizonOf(
  { horizon, ends }: { readonly horizon: Position; readonly ends: readonly End[] },
  upTo: Position,
) {
  return Math.max(horizon, ends.find(({ position }) => position <= upTo)?.position ?? 0);
}

async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Lost || error instanceof Rejected)) throw error;
    throw new WriteFailed("the database did not keep what it was to keep", { cause: error });
  }
}
