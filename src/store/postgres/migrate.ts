import { crc32 } from "node:zlib";
import type { Connections } from "./connections.ts";
import { Lost } from "./failure.ts";
import { migrations } from "./schema.ts";
import { quote } from "./tables.ts";

/** The tables were made by a newer Saldo. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";
}

/** The tables are not there, or were made by an older Saldo. */
export class NoTables extends Error {
  override readonly name = "NoTables";
}

/** Throws `NoTables` or `NewerSchema` unless the tables of a schema are those of this version. */
export async function assertMigrated(connections: Connections, schema: string): Promise<void> {
  const quoted = quote(schema);
  const found = { name: "", text: `SELECT to_regclass('${quoted}.migration')`, values: [] };
  const [[[table] = []] = []] = await connections.run(found);
  if (typeof table !== "string") throw new NoTables(`there are no tables of Saldo in the schema ${quoted}`);
  const latest = { name: "", text: `SELECT max(step) FROM ${quoted}.migration`, values: [] };
  const [[[step] = []] = []] = await connections.run(latest);
  assertNotNewer(Number(step), quoted);
  if (Number(step) < migrations.length) {
    throw new NoTables(
      `the tables in the schema ${quoted} are of an older Saldo; saldo migrate brings them up to date`,
    );
  }
}

function assertNotNewer(step: number, quoted: string): void {
  if (step <= migrations.length) return;
  throw new NewerSchema(
    `the tables in the schema ${quoted} are of a newer Saldo; update this one, or choose another schema`,
  );
}

/** Makes the tables of a schema, or brings them up to date. If several processes start, one does it and the others wait. */
export async function migrate(connections: Connections, schema: string): Promise<void> {
  const quoted = quote(schema);
  const sql = (text: string) => ({ name: "", text, values: [] });
  const lease = await connections.lease();
  try {
    await lease.run(sql("BEGIN"), sql(`SELECT pg_advisory_xact_lock(${crc32(schema) | 0}, 0)`));
    await lease.run(sql(`CREATE SCHEMA IF NOT EXISTS ${quoted}`));
    await lease.run(sql(`CREATE TABLE IF NOT EXISTS ${quoted}.migration (step integer PRIMARY KEY)`));
    const [[[step] = []] = []] = await lease.run(sql(`SELECT coalesce(max(step), 0) FROM ${quoted}.migration`));
    assertNotNewer(Number(step), quoted);
    for (const [i, text] of migrations.entries()) {
      if (i < Number(step)) continue;
      for (const part of text.split(";\n")) await lease.run(sql(part.replaceAll("$.", `${quoted}.`)));
      await lease.run(sql(`INSERT INTO ${quoted}.migration (step) VALUES (${i + 1})`));
    }
    await lease.run(sql("COMMIT"));
    lease.release();
  } catch (error) {
    if (!(error instanceof Lost)) lease.leave("ROLLBACK");
    throw error;
  }
}
