import type { Connection, Submittable } from "pg";

/** A statement with its values, which PostgreSQL gets as text. It must state their types itself where they are unclear. */
export interface SqlStatement {
  /** Statements of the same name have the same text, so that a connection parses it once. Empty for what is asked once. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

/** The columns of a row as text. */
export type Row = readonly (string | null)[];

/** The statements that a connection has parsed, by name: under what name PostgreSQL knows them. */
export type Parsed = Map<string, string>;

let parsedEver = 0;

/**
 * Several statements in one round trip: PostgreSQL gets them with one Sync, so it skips those after the first that
 * fails. `pg` has no such query itself; this one uses its interface for queries of others. No column is described, since
 * the caller knows them.
 */
export class Batch implements Submittable {
  /** The rows of each statement. Rejects with the first error. */
  readonly done: Promise<readonly (readonly Row[])[]>;
  readonly #statements: readonly SqlStatement[];
  /** Undefined if every statement must be parsed each time, because a pooler changes the connection below this one. */
  readonly #parsed: Parsed | undefined;
  readonly #results: Row[][] = [];
  #rows: Row[] = [];
  #connection: Connection | undefined;
  readonly #end: { resolve(results: readonly (readonly Row[])[]): void; reject(error: unknown): void };

  constructor(statements: readonly SqlStatement[], parsed: Parsed | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly Row[])[]>();
    this.done = promise;
    this.#end = { resolve, reject };
    this.#statements = statements;
    this.#parsed = parsed;
  }

  /** Cuts the connection: the statements may have been done or not. */
  cut(): void {
    this.#connection?.stream.destroy();
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      const known = this.#parsed?.get(name);
      const statement = known ?? this.#newName(name);
      if (known === undefined) connection.parse({ name: statement, text, types: [] }, true);
      connection.bind({ statement, values: values.map((value) => (value === null ? null : String(value))) }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  /** A name that the connection has never had: one that was parsed in a batch that failed may exist or not. */
  #newName(name: string): string {
    if (this.#parsed === undefined || name === "") return "";
    parsedEver += 1;
    const statement = `${name} ${parsedEver}`;
    this.#parsed.set(name, statement);
    return statement;
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows);
    this.#rows = [];
  }

  handleError(error: unknown): void {
    for (const { name } of this.#statements.slice(this.#results.length)) this.#parsed?.delete(name);
    this.#end.reject(error);
  }

  handleReadyForQuery(): void {
    this.#end.resolve(this.#results);
  }
}

/** Returns an array as PostgreSQL reads it. */
export function arrayOf(values: readonly (string | number)[]): string {
  const texts = values.map((value) => {
    return typeof value === "string" ? `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` : value;
  });
  return `{${texts.join(",")}}`;
}
