import type { ClientBase, Pool, PoolClient, PoolConfig } from "pg";
import { Batch, type Parsed, type Row, type SqlStatement } from "./batch.ts";
import { databaseFailure, Lost, NotSent, Rejected } from "./failure.ts";

/** How long a caller waits for the answer to a round trip, and for a connection before that. */
const MAX_ANSWER_MS = 5_000;
/** For a connection no caller waits longer, though its answers may take their time. */
const MAX_CONNECT_MS = 20_000;

export const begin: SqlStatement = { name: "begin", text: "BEGIN", values: [] };
export const rollback: SqlStatement = { name: "rollback", text: "ROLLBACK", values: [] };

/** Makes a transaction wait for the disk, whatever the database is configured to do. */
export const durably: SqlStatement = {
  name: "durably",
  text: "SELECT set_config('synchronous_commit', 'on', true)",
  values: [],
};

/**
 * Makes PostgreSQL end the sessions of processes that are gone, so that none of them waits for a lock; and plan a named
 * statement once, since every statement finds its rows by keys.
 */
const firstQuestion: SqlStatement = {
  name: "session",
  text: `SELECT pg_backend_pid(), set_config('client_connection_check_interval', '1000', false),
    set_config('tcp_user_timeout', '5000', false), set_config('plan_cache_mode', 'force_generic_plan', false)`,
  values: [],
};

/** A connection that one piece of work has for itself until it gives it back. */
export class BorrowedConnection {
  readonly #client: PoolClient;
  readonly #parsed: Parsed | undefined;
  readonly #maxAnswerMs: number;

  constructor(client: PoolClient, parsed: Parsed | undefined, maxAnswerMs: number) {
    this.#client = client;
    this.#parsed = parsed;
    this.#maxAnswerMs = maxAnswerMs;
  }

  /**
   * Runs statements in one round trip and returns the rows of each. Throws `Rejected`. Throws `Lost` if the connection is
   * lost, and gives it back; one that does not answer is cut.
   */
  async run(...statements: readonly SqlStatement[]): Promise<readonly (readonly Row[])[]> {
    try {
      return await runOn(this.#client, statements, this.#parsed, this.#maxAnswerMs);
    } catch (error) {
      const failure = databaseFailure(error);
      if (failure instanceof Lost) this.#client.release(true);
      throw failure;
    }
  }

  /** Runs one statement and returns its rows. */
  async ask(statement: SqlStatement): Promise<readonly Row[]> {
    const [rows = []] = await this.run(statement);
    return rows;
  }

  /** Gives a sound connection back. */
  release(): void {
    this.#client.release();
  }

  /** Undoes the transaction and gives the connection back. No caller waits for that: nothing depends on it. */
  undo(): void {
    this.run(rollback).then(
      () => this.release(),
      (error) => error instanceof Lost || this.#client.release(true),
    );
  }
}

/** The connections of a process to its database. They are made when they are needed, and made again when they are lost. */
export class Connections {
  readonly #pool: Pool;
  readonly #maxAnswerMs: number;
  readonly #parsed = new WeakMap<ClientBase, Parsed>();

  private constructor(newPool: new (config: PoolConfig) => Pool, config: PoolConfig, maxAnswerMs: number) {
    this.#maxAnswerMs = maxAnswerMs;
    // Not as `verify`: a connection that is verified after its caller has waited too long never comes back to the pool.
    const onConnect = (client: ClientBase) => this.#begin(client);
    const connectionTimeoutMillis = Math.min(maxAnswerMs, MAX_CONNECT_MS);
    const limits = { connectionTimeoutMillis, keepAlive: true, application_name: "saldo" };
    this.#pool = new newPool({ ...config, ...limits, onConnect });
    // What works with a connection learns of its loss there.
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
    this.#pool.on("error", () => undefined);
  }

  /** `pg` is loaded here, so that a process without PostgreSQL does not pay for it. */
  static async to(url: string, max: number, maxAnswerMs = MAX_ANSWER_MS): Promise<Connections> {
    const { Pool } = await import("pg");
    return new Connections(Pool, { connectionString: url, max }, maxAnswerMs);
  }

  /** Throws `NotSent` if there is no connection, or `Rejected`. */
  async lease(): Promise<BorrowedConnection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      const failure = databaseFailure(error);
      throw failure instanceof Lost ? new NotSent(failure.message, { cause: failure.cause }) : failure;
    });
    return new BorrowedConnection(client, this.#parsed.get(client), this.#maxAnswerMs);
  }

  /** Runs statements in one round trip and one transaction. Throws `Rejected` and `Lost`. */
  async run(...statements: readonly SqlStatement[]): Promise<readonly (readonly Row[])[]> {
    const lease = await this.lease();
    try {
      const results = await lease.run(...statements);
      lease.release();
      return results;
    } catch (error) {
      // One of the statements may have begun a transaction.
      if (error instanceof Rejected) lease.undo();
      throw error;
    }
  }

  /** Runs one statement and returns its rows. Throws `Rejected` and `Lost`. */
  async ask(statement: SqlStatement): Promise<readonly Row[]> {
    const [rows = []] = await this.run(statement);
    return rows;
  }

  /**
   * Does work in one transaction. The first statements go with its beginning in one round trip; the work gets their rows.
   * Throws `Rejected`, `Lost`, and what the work throws; then the transaction is undone, or it is unknown whether it was done.
   */
  async transaction(
    first: readonly SqlStatement[],
    work: (lease: BorrowedConnection, results: readonly (readonly Row[])[]) => Promise<void>,
  ): Promise<void> {
    const lease = await this.lease();
    try {
      const [, ...results] = await lease.run(begin, ...first);
      await work(lease, results);
      await lease.run({ name: "commit", text: "COMMIT", values: [] });
      lease.release();
    } catch (error) {
      if (!(error instanceof Lost)) lease.undo();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /**
   * Begins a connection. If another process answers than the one that greeted, there is a pooler in between. It changes
   * the session from transaction to transaction, so that no statement stays parsed.
   */
  async #begin(client: ClientBase): Promise<void> {
    const [[[pid] = []] = []] = await runOn(client, [firstQuestion], undefined, this.#maxAnswerMs);
    const { processID }: { readonly processID?: unknown } = Object(client);
    if (pid === String(processID)) this.#parsed.set(client, new Map());
  }
}

async function runOn(
  client: ClientBase,
  statements: readonly SqlStatement[],
  parsed: Parsed | undefined,
  maxAnswerMs: number,
) {
  const batch = new Batch(statements, parsed);
  const timer = setTimeout(() => batch.cut(), maxAnswerMs);
  try {
    return await client.query(batch).done;
  } finally {
    clearTimeout(timer);
  }
}
