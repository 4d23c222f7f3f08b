import { InvalidArgumentError } from "commander";
import { readTextFile } from "../text-file.ts";
import type { OptionSpec } from "./option.ts";
import { reasonOf, UserError } from "./user-error.ts";

/** Where worlds are stored: in a folder, in memory, or in a database, whose address may have a password in it. */
export type StoreChoice = "lowdb" | "memory" | { readonly url: string };

/** What a command is told about a database. */
export interface DatabaseOptions {
  readonly store: StoreChoice;
  readonly storeFile?: string;
  readonly pgSchema: string;
}

const allowed = "Allowed is lowdb, memory, or an address such as postgres://user:password@db.acme.dev:5432/saldo.";

/** Returns what `--store` says. Its messages do not repeat the address. */
export function storeChoice(text: string): StoreChoice {
  if (text === "lowdb" || text === "memory") return text;
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) throw new InvalidArgumentError(allowed);
  return { url: text };
}

/** Returns a parser of folders, and of what is one of the `others`. Its messages repeat nothing: an address may have a password in it. */
export function folderOr(others: RegExp, told: string): (text: string) => string {
  return (text) => {
    if (others.test(text) || !/[\p{Cc}]|:\/\/|:.*@/u.test(text)) return text;
    throw new InvalidArgumentError(told);
  };
}

export const DATA_OPTION: OptionSpec = [
  "--data <folder>",
  "the data folder",
  {
    env: "SALDO_DATA",
    standard: "./data",
    secret: folderOr(/^$/, "Allowed is a folder; --store (SALDO_STORE) takes the address of a database."),
  },
];

/** PostgreSQL cuts longer names, so that two could become one. */
export function schemaName(text: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(text) && !text.startsWith("pg_")) return text;
  throw new InvalidArgumentError(
    "Allowed is a name of at most 63 small letters, digits and _, which begins with a letter and not with pg_.",
  );
}

export const DATABASE_OPTIONS: readonly OptionSpec[] = [
  [
    "--store <where>",
    "where worlds are stored: lowdb (a folder), memory, or the postgres:// address of a database",
    { env: "SALDO_STORE", standard: "lowdb", secret: storeChoice },
  ],
  [
    "--store-file <file>",
    "file that has this address, so that its password stands nowhere else",
    { env: "SALDO_STORE_FILE" },
  ],
  [
    "--pg-schema <name>",
    "schema of the database that has Saldo's tables",
    { env: "SALDO_PG_SCHEMA", standard: "saldo", parse: schemaName },
  ],
];

/** Returns the store that is chosen, by its file if there is one. Throws `UserError`. */
export async function chosenStore({ store, storeFile }: DatabaseOptions): Promise<StoreChoice> {
  if (storeFile === undefined) return store;
  if (store !== "lowdb")
    throw new UserError("the store is told twice: use --store (SALDO_STORE) or its file, not both");
  try {
    return storeChoice((await readTextFile(storeFile)).trim());
  } catch (error) {
    throw new UserError(`the file of --store-file (SALDO_STORE_FILE) is not usable: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** Returns what people are told of a database: never its user and password. */
export function databasePlace(url: string, schema: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL, ${host}${pathname}, schema ${schema}`;
}
