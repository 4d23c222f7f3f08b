import { crc32 } from "node:zlib";
import type { BorrowedConnection, Connections } from "./connections.ts";
import { migrations, OWNERSHIP_STEP } from "./schema.ts";
import { quotedName } from "./tables.ts";

/** The tables cannot be used as they are; the message says what to do. */
export class WrongTables extends Error {
  override readonly name = "WrongTables";
}

/** Throws `WrongTables` unless the tables of a schema are those of this version. */
export async function assertMigrated(connections: Connections, schema: string): Promise<void> {
  const quoted = quotedName(schema);
  const found = { name: "", text: `SELECT to_regclass('${quoted}.migration')`, values: [] };
  const [[table] = []] = await connections.ask(found);
  if (typeof table !== "string") throw new WrongTables(`there are no tables of Saldo in the schema ${quoted}`);
  const latest = { name: "", text: `SELECT max(step) FROM ${quoted}.migration`, values: [] };
  const [[step] = []] = await connections.ask(latest);
  assertNotNewer(Number(step), quoted);
  if (Number(step) < migrations.length) {
    throw new WrongTables(
      `the tables in the schema ${quoted} are of an older Saldo; saldo migrate brings them up to date`,
    );
  }
}

function assertNotNewer(step: number, quoted: string): void {
  if (step <= migrations.length) return;
  throw new WrongTables(
    `the tables in the schema ${quoted} are of a newer Saldo; update this one, or choose another schema`,
  );
}

/** Throws `WrongTables` while a process of a version runs that does not know owners: it would fail from now on. */
async function assertOldHaveStopped(lease: BorrowedConnection, step: number, quoted: string): Promise<void> {
  if (step < OWNERSHIP_STEP - 2 || step >= OWNERSHIP_STEP) return;
  const text = `SELECT count(*) FROM ${quoted}.replica WHERE seen_at > clock_timestamp() - interval '30 seconds'`;
  const [[count] = []] = await lease.ask({ name: "", text, values: [] });
  if (count === "0") return;
  throw new WrongTables(
    `${count} of the processes that use the schema ${quoted} are of an older Saldo, which cannot share it with this one; stop them all, and then start this one (30 s later, if one was killed)`,
  );
}

/** Makes the tables of a schema, or brings them up to date. If several processes start, one does it and the others wait. */
export async function migrate(connections: Connections, schema: string): Promise<void> {
  const quoted = quotedName(schema);
  const sql = (text: string) => ({ name: "", text, values: [] });
  await connections.transaction([sql(`SELECT pg_advisory_xact_lock(${crc32(schema) | 0}, 0)`)], async (lease) => {
    await lease.run(sql(`CREATE SCHEMA IF NOT EXISTS ${quoted}`));
    await lease.run(sql(`CREATE TABLE IF NOT EXISTS ${quoted}.migration (step integer PRIMARY KEY)`));
    const [[step] = []] = await lease.ask(sql(`SELECT coalesce(max(step), 0) FROM ${quoted}.migration`));
    assertNotNewer(Number(step), quoted);
    await assertOldHaveStopped(lease, Number(step), quoted);
    for (const [i, text] of migrations.entries()) {
      if (i < Number(step)) continue;
      for (const part of text.split(";\n")) await lease.run(sql(part.replaceAll("$.", `${quoted}.`)));
      await lease.run(sql(`INSERT INTO ${quoted}.migration (step) VALUES (${i + 1})`));
    }
  });
}
