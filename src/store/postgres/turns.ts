import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { endAfter } from "../succession.ts";
import {
  type Commit,
  Conflict,
  type End,
  type Rest,
  type TurnChanges,
  type TurnWork,
  WriteFailed,
} from "../world-store.ts";
import { insertKey, keysIn } from "./api-keys.ts";
import type { Row, Statement } from "./batch.ts";
import type { Claims } from "./claims.ts";
import type { Connections, Lease } from "./connections.ts";
import { entriesOf, insertEntry } from "./entry.ts";
import { codes, Lost, Rejected } from "./failure.ts";
import { forgetting, tidying } from "./forgetting.ts";
import { Places } from "./places.ts";
import { noteRest } from "./schedule.ts";
import type { StoreClock } from "./store-clock.ts";
import type { Tables } from "./tables.ts";
import { askEntry, askTails, endAt, type NumberedWorld, type Tail, tailIn } from "./tail.ts";

/** Maximum connections of a process that wait for locks; the others are for worlds that are free. */
const MAX_WAITING = 3;

/** How long a turn is waited for, and how long a lock to find out whether a turn was kept. */
const MAX_WAIT_MS = 10_000;
const MAX_DOUBT_MS = 5_000;

/** How long a turn that may have been kept waits for a database that is away, and how often it tries. */
const MAX_AWAY_MS = 2_000;
const PAUSE_MS = 100;

const beginning: Statement = {
  name: "begin turn",
  text: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
  values: [],
};
const commit: Statement = { name: "commit", text: "COMMIT", values: [] };
const nothing: Statement = { name: "nothing", text: "SELECT 1", values: [] };

/** A process that stands still, or that nobody reaches, loses the lock after two seconds; only this transaction is limited. */
const limits: Statement = {
  name: "limits",
  text: `SELECT set_config('idle_in_transaction_session_timeout', '2000', true), set_config('lock_timeout', '250', true),
    set_config('synchronous_commit', 'on', true),
    CASE WHEN current_setting('server_version_num')::integer >= 170000 THEN set_config('transaction_timeout', '4000', true) END`,
  values: [],
};

/** A turn that has begun: its transaction has the lock. */
interface Begun extends Tail {
  readonly lease: Lease;
}

/**
 * Turns on worlds. A turn is a short transaction in two round trips. The first takes the lock of the world, which
 * PostgreSQL grants in the order of asking, and only then reads what others have appended. The second inserts and
 * commits. The lock is a courtesy that keeps writers from working in vain; the key of the entries keeps them apart.
 */
export class WorldTurns {
  readonly #connections: Connections;
  readonly #tables: Tables;
  readonly #lockSpace: number;
  readonly #waiting = new Places(MAX_WAITING);
  /** Worlds whose lock another process had shortly before. */
  readonly #contended = new Set<number>();
  /** Worlds with a transaction of which nobody knows whether it has ended. */
  readonly #doubtful = new Set<number>();
  readonly #clock: StoreClock;
  readonly #claims: Claims;

  constructor(connections: Connections, tables: Tables, clock: StoreClock, claims: Claims) {
    this.#claims = claims;
    this.#connections = connections;
    this.#tables = tables;
    this.#clock = clock;
    this.#lockSpace = crc32(tables.schema) | 0;
  }

  /**
   * Takes a turn. Resolves with the new end when what was appended is durable; without commits at once after the work.
   * Rejects with what `work` throws, with `Conflict`, `TooFarBehind` or `UnknownWorld`, and then appends nothing; or with
   * `WriteFailed`: then `settle` must resolve before anybody reads what was kept.
   */
  async take(world: NumberedWorld, { begin, work, rest, claims }: TurnWork): Promise<End> {
    const { lease, end, ...turn } = await this.#begin(world, begin);
    let commits: readonly Commit[];
    let changed: Rest | null = null;
    let changes: TurnChanges | null = null;
    try {
      commits = work(turn);
      endAfter(world.id, end.position, end.position, commits);
      if (commits.length > 0) changed = rest?.() ?? null;
      changes = claims?.() ?? null;
    } catch (error) {
      lease.leave("ROLLBACK");
      throw error;
    }
    const others = this.#beside(world.no, commits, changed, changes);
    if (commits.length === 0 && others.length === 0) {
      lease.leave("COMMIT");
      return end;
    }
    const kept = await this.#append(lease, world, end, commits, others);
    if (changes !== null) this.#claims.made(world.no, changes);
    // What is left is deleted after the next forgetting.
    if (changes?.forget) this.#connections.run(...tidying(this.#tables, world.no)).catch(() => undefined);
    return kept;
  }

  /** Returns what a turn changes beside the history. */
  #beside(no: number, commits: readonly Commit[], rest: Rest | null, claims: TurnChanges | null): Statement[] {
    const keys = keysIn(commits).map((key) => insertKey(this.#tables, no, key));
    const rests = rest === null ? [] : [noteRest(this.#tables, no, rest)];
    const forgets = claims?.forget && forgetting(this.#tables, no, claims.forget.upTo, [...claims.forget.keep]);
    return [...keys, ...rests, ...(claims === null ? [] : this.#claims.changing(no, claims)), ...(forgets ?? [])];
  }

  /** Resolves when every transaction of this process on a world has ended, so that nothing is kept of them later. */
  async settle({ no }: NumberedWorld): Promise<void> {
    if (!this.#doubtful.has(no)) return;
    await this.#underLock(no, nothing, 0);
    this.#doubtful.delete(no);
  }

  /** Asks something under the lock of a world and then does what follows from it. Rejects with `WriteFailed`. */
  async change({ id, no }: NumberedWorld, question: Statement, plan: (rows: readonly Row[]) => readonly Statement[]) {
    const { lease, rows } = await writing(id, () => this.#enterAtLast(id, no, () => question));
    let statements: readonly Statement[];
    try {
      statements = plan(rows);
    } catch (error) {
      lease.leave("ROLLBACK");
      throw error;
    }
    await writing(id, async () => {
      await lease.run(...statements, commit).catch((error: unknown) => {
        if (error instanceof Rejected) lease.leave("ROLLBACK");
        throw error;
      });
      lease.release();
    });
  }

  /** Begins a transaction and gets the lock and the tail. */
  async #begin(world: NumberedWorld, begin: TurnWork["begin"]): Promise<Begun> {
    let known: End | undefined;
    const { lease, rows } = await writing(world.id, () =>
      this.#enterAtLast(world.id, world.no, () => {
        known = begin();
        return askTails(this.#tables, [{ no: world.no, known }], this.#claims.by, "turn");
      }),
    );
    try {
      if (known === undefined) throw new Error(`a turn on ${world.id} has begun unasked`);
      const tail = tailIn(rows, world, known, "turn");
      if (tail.tail.length === 0) this.#contended.delete(world.no);
      else this.#contended.add(world.no);
      this.#clock.set(tail.now);
      return { ...tail, lease };
    } catch (error) {
      lease.leave("ROLLBACK");
      throw error;
    }
  }

  /** Begins a transaction with the lock of a world and asks one thing, however often another one has the lock. */
  async #enterAtLast(id: string, no: number, ask: () => Statement): Promise<{ lease: Lease; rows: readonly Row[] }> {
    const until = performance.now() + MAX_WAIT_MS;
    let waits = this.#contended.has(no) && !this.#waiting.isFull;
    for (;;) {
      if (waits) await this.#waiting.take();
      try {
        const lease = await this.#connections.lease();
        const rows = await this.#enter(lease, no, waits, ask());
        if (rows !== null) return { lease, rows };
      } finally {
        if (waits) this.#waiting.giveBack();
      }
      this.#contended.add(no);
      if (performance.now() > until) throw new WriteFailed(`no turn on ${id} for ${MAX_WAIT_MS / 1_000} s`);
      waits = true;
    }
  }

  /** Begins a transaction, gets the lock and asks one thing. Returns null and ends it if another one has the lock. */
  async #enter(lease: Lease, no: number, waits: boolean, question: Statement): Promise<readonly Row[] | null> {
    try {
      const lock = this.#lock(no, waits);
      const [, , [[isLocked] = []] = [], rows = []] = await lease.run(beginning, limits, lock, question);
      if (isLocked !== "f") return rows;
      lease.leave("ROLLBACK");
      return null;
    } catch (error) {
      if (error instanceof Rejected) lease.leave("ROLLBACK");
      if (error instanceof Rejected && error.code === codes.lockTimeout) return null;
      throw error;
    }
  }

  /** The same lock for whoever writes to a world, in one of two ways: as soon as it is free, or only if it is. */
  #lock(no: number, waits: boolean): Statement {
    const [name, take] = waits ? ["wait", "pg_advisory_xact_lock"] : ["try", "pg_try_advisory_xact_lock"];
    return { name, text: `SELECT ${take}($1::integer, $2::integer)`, values: [this.#lockSpace, no] };
  }

  async #append(
    lease: Lease,
    { id, no }: NumberedWorld,
    before: End,
    commits: readonly Commit[],
    others: readonly Statement[],
  ): Promise<End> {
    const turn = randomUUID();
    const entries = entriesOf(commits);
    const last = entries.at(-1);
    const end = last === undefined ? before : endAt(last.last, last.first, turn);
    try {
      await lease.run(...entries.map((entry) => insertEntry(this.#tables, no, entry, turn)), ...others, commit);
      lease.release();
      return end;
    } catch (error) {
      if (!(error instanceof Rejected)) {
        // Whether claims alone were kept need not be known: those of nobody lapse.
        if (last === undefined) throw new WriteFailed(`nobody knows what was claimed of ${id}`, { cause: error });
        return this.#resolve(no, end, error);
      }
      lease.leave("ROLLBACK");
      if (error.code === codes.uniqueViolation) throw new Conflict(`another writer continued ${id}`, { cause: error });
      throw new WriteFailed(`the database did not keep what was appended to ${id}`, { cause: error });
    }
  }

  /** Finds out under the lock whether an end was kept whose COMMIT had no answer. */
  async #resolve(no: number, end: End, cause: unknown): Promise<End> {
    this.#doubtful.add(no);
    const isKept = await this.#underLock(no, askEntry(this.#tables, no, end), MAX_AWAY_MS).catch(() => null);
    if (isKept !== null) this.#doubtful.delete(no);
    if (isKept !== null && isKept.length > 0) return end;
    throw new WriteFailed("the database did not say that it has kept what was appended", { cause });
  }

  /** Asks something once nobody else has the lock. Tries again while the database is away, for a while. */
  async #underLock(no: number, question: Statement, awayMs: number): Promise<readonly Row[]> {
    const began = performance.now();
    for (;;) {
      try {
        const lease = await this.#connections.lease();
        const rows = await this.#enter(lease, no, true, question);
        if (rows !== null) {
          lease.leave("COMMIT");
          return rows;
        }
      } catch (error) {
        if (!(error instanceof Lost) || performance.now() - began > awayMs) throw error;
        await pause(PAUSE_MS);
      }
      if (performance.now() - began > MAX_DOUBT_MS) {
        throw new Lost(`for ${MAX_DOUBT_MS / 1_000} s nobody could tell what was kept`);
      }
    }
  }
}

/** Does what writes to a world. Rejects with `WriteFailed` if the database cannot be reached or refuses. */
async function writing<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Lost || error instanceof Rejected)) throw error;
    throw new WriteFailed(`the database did not let ${id} be written`, { cause: error });
  }
}
