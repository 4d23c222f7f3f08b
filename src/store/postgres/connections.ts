import type { ClientBase, Pool, PoolClient, PoolConfig } from "pg";
import { databaseFailure, Lost, NotSent } from "./failure.ts";

/** PostgreSQL gets it as text. A statement must state its type itself where that is unclear. */
export type SqlValue = string | number | null | readonly (string | number)[];

/** The columns of a row as text. */
export type Row = readonly (string | null)[];

/** How long a caller waits for the answer to a round trip, and for a connection before that. */
const MAX_ANSWER_MS = 5_000;
/** For a connection no caller waits longer, though its answers may take their time. */
const MAX_CONNECT_MS = 20_000;

/** Runs one statement and returns its rows. `$.` in its text stands for the schema. Throws `Rejected` and `Lost`. */
export type Ask = (text: string, ...values: readonly SqlValue[]) => Promise<readonly Row[]>;

/** A condition that is true, and makes the transaction of its statement wait for the disk, whatever the database is configured to do. */
export const durably = "(SELECT set_config('synchronous_commit', 'on', true)) = 'on'";

/**
 * Makes PostgreSQL end the sessions of processes that are gone, so that none of them waits for a lock; and plan a
 * statement once, since every statement finds its rows by keys.
 */
const firstQuestion = `SELECT pg_backend_pid(), set_config('client_connection_check_interval', '1000', false),
  set_config('tcp_user_timeout', '5000', false), set_config('plan_cache_mode', 'force_generic_plan', false)`;

/** The names under which connections know statements that they have parsed, by their texts. */
const names = new Map<string, string>();

/** The connections of a process to its database. They are made when they are needed, and made again when they are lost. */
export class Connections {
  readonly schema: string;
  readonly #pool: Pool;
  /** Connections without a pooler in between, where what was parsed stays parsed. */
  readonly #direct = new WeakSet<ClientBase>();

  private constructor(
    newPool: new (config: PoolConfig) => Pool,
    config: PoolConfig,
    schema: string,
    maxAnswerMs: number,
  ) {
    this.schema = schema;
    // Not as `verify`: a connection that is verified after its caller has waited too long never comes back to the pool.
    const onConnect = (client: ClientBase) => this.#begin(client);
    const connectionTimeoutMillis = Math.min(maxAnswerMs, MAX_CONNECT_MS);
    const limits = { connectionTimeoutMillis, query_timeout: maxAnswerMs, keepAlive: true, application_name: "saldo" };
    const types = { getTypeParser: () => String };
    this.#pool = new newPool({ ...config, ...limits, types, onConnect });
    // What works with a connection learns of its loss there.
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
    this.#pool.on("error", () => undefined);
  }

  /** `pg` is loaded here, so that a process without PostgreSQL does not pay for it. */
  static async to(url: string, schema: string, max: number, maxAnswerMs = MAX_ANSWER_MS): Promise<Connections> {
    const { Pool } = await import("pg");
    return new Connections(Pool, { connectionString: url, max }, schema, maxAnswerMs);
  }

  readonly ask: Ask = async (text, ...values) => {
    const client = await this.#connect();
    try {
      const rows = await this.#run(client, text, values);
      client.release();
      return rows;
    } catch (error) {
      client.release(error instanceof Lost);
      throw error;
    }
  };

  /**
   * Does work in one transaction that has reached the disk when this resolves. Throws `Rejected`, `Lost`, and what the work
   * throws; then the transaction is undone, or it is unknown whether it was done.
   */
  readonly transaction = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    const client = await this.#connect();
    try {
      await this.#run(client, "BEGIN");
      await this.#run(client, `SELECT ${durably}`);
      const done = await work((text, ...values) => this.#run(client, text, values));
      await this.#run(client, "COMMIT");
      client.release();
      return done;
    } catch (error) {
      if (error instanceof Lost) client.release(true);
      else this.#undo(client);
      throw error;
    }
  };

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Throws `NotSent` if there is no connection, or `Rejected`. */
  async #connect(): Promise<PoolClient> {
    return this.#pool.connect().catch((error: unknown) => {
      const failure = databaseFailure(error);
      throw failure instanceof Lost ? new NotSent(failure.message, { cause: failure.cause }) : failure;
    });
  }

  /** A connection that does not answer in time is to be given back as lost, which cuts it. */
  async #run(client: ClientBase, statement: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    // A function, because $ has a meaning in texts.
    const text = statement.replaceAll("$.", () => `${quotedName(this.schema)}.`);
    const name = this.#direct.has(client) ? nameOf(statement) : "";
    try {
      return (await client.query<(string | null)[]>({ name, text, values: [...values], rowMode: "array" })).rows;
    } catch (error) {
      throw databaseFailure(error);
    }
  }

  /** Undoes a transaction and gives its connection back. No caller waits for that: nothing depends on it. */
  #undo(client: PoolClient): void {
    this.#run(client, "ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
  }

  /**
   * Begins a connection. If another process answers than the one that greeted, there is a pooler in between. It changes
   * the session from transaction to transaction, so that no statement stays parsed.
   */
  async #begin(client: ClientBase): Promise<void> {
    const [[pid] = []] = await this.#run(client, firstQuestion);
    const { processID }: { readonly processID?: unknown } = Object(client);
    if (pid === String(processID)) this.#direct.add(client);
  }
}

/** Returns a name as SQL takes it, whatever characters it has. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `saldo ${names.size}`;
  names.set(text, name);
  return name;
}
