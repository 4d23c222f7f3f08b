import type { Connection, Submittable } from "pg";

export type SqlValue = string | number | null;

/** A statement with its values, which PostgreSQL gets as text. It must state their types itself where they are unclear. */
export interface SqlStatement {
  /** `$.` stands for the schema. */
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** The columns of a row as text. */
export type Row = readonly (string | null)[];

/** The statements that a connection has parsed, by their texts: under what name PostgreSQL knows them. */
export type Parsed = Map<string, string>;

let parsedEver = 0;

/**
 * Several statements in one round trip: PostgreSQL gets them with one Sync, so it skips those after the first that
 * fails. `pg` has no such query itself; this one uses its interface for queries of others. No column is described, since
 * the caller knows them.
 */
export class Batch implements Submittable {
  /** The rows of the last statement. Rejects with the first error. */
  readonly done: Promise<readonly Row[]>;
  readonly #statements: readonly SqlStatement[];
  readonly #schema: string;
  /** Undefined if every statement must be parsed each time, because a pooler changes the connection below this one. */
  readonly #parsed: Parsed | undefined;
  #completed = 0;
  #rows: Row[] = [];
  #connection: Connection | undefined;
  readonly #end: { resolve(rows: readonly Row[]): void; reject(error: unknown): void };

  /** `schema`: as SQL takes it. */
  constructor(statements: readonly SqlStatement[], schema: string, parsed: Parsed | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
    this.done = promise;
    this.#end = { resolve, reject };
    this.#statements = statements;
    this.#schema = schema;
    this.#parsed = parsed;
  }

  /** Cuts the connection: the statements may have been done or not. */
  cut(): void {
    this.#connection?.stream.destroy();
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.stream.cork();
    for (const { text, values } of this.#statements) {
      const known = this.#parsed?.get(text);
      const statement = known ?? this.#newName(text);
      if (known === undefined) {
        // A function, because $ has a meaning in texts.
        connection.parse({ name: statement, text: text.replaceAll("$.", () => `${this.#schema}.`), types: [] }, true);
      }
      connection.bind({ statement, values: values.map((value) => (value === null ? null : String(value))) }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  /** A name that the connection has never had: one that was parsed in a batch that failed may exist or not. */
  #newName(text: string): string {
    if (this.#parsed === undefined) return "";
    parsedEver += 1;
    const statement = `saldo ${parsedEver}`;
    this.#parsed.set(text, statement);
    return statement;
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    this.#completed += 1;
    if (this.#completed < this.#statements.length) this.#rows = [];
  }

  handleError(error: unknown): void {
    for (const { text } of this.#statements.slice(this.#completed)) this.#parsed?.delete(text);
    this.#end.reject(error);
  }

  handleReadyForQuery(): void {
    this.#end.resolve(this.#rows);
  }
}

/** Returns an array as PostgreSQL reads it. */
export function arrayOf(values: readonly (string | number)[]): string {
  const texts = values.map((value) => {
    return typeof value === "string" ? `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` : value;
  });
  return `{${texts.join(",")}}`;
}
