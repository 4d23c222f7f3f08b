import { crc32 } from "node:zlib";
import { type Ask, type Connections, quotedName } from "./connections.ts";
import { migrations, OWNERSHIP_STEP } from "./schema.ts";

/** The tables cannot be used as they are; the message says what to do. */
export class WrongTables extends Error {
  override readonly name = "WrongTables";
}

/** Throws `WrongTables` unless the tables of the schema are those of this version. */
export async function assertMigrated({ ask, schema }: Connections): Promise<void> {
  const quoted = quotedName(schema);
  const [[table] = []] = await ask("SELECT to_regclass('$.migration')");
  if (typeof table !== "string") throw new WrongTables(`there are no tables of Saldo in the schema ${quoted}`);
  const step = await lastStep(ask);
  assertNotNewer(step, quoted);
  if (step < migrations.length) {
    throw new WrongTables(
      `the tables in the schema ${quoted} are of an older Saldo; saldo migrate brings them up to date`,
    );
  }
}

async function lastStep(ask: Ask): Promise<number> {
  const [[step] = []] = await ask("SELECT coalesce(max(step), 0) FROM $.migration");
  return Number(step);
}

function assertNotNewer(step: number, quoted: string): void {
  if (step <= migrations.length) return;
  throw new WrongTables(
    `the tables in the schema ${quoted} are of a newer Saldo; update this one, or choose another schema`,
  );
}

/** Throws `WrongTables` while a process of a version runs that does not know owners: it would fail from now on. */
async function assertOldHaveStopped(ask: Ask, step: number, quoted: string): Promise<void> {
  if (step < OWNERSHIP_STEP - 2 || step >= OWNERSHIP_STEP) return;
  const text = "SELECT count(*) FROM $.replica WHERE seen_at > clock_timestamp() - interval '30 seconds'";
  const [[count] = []] = await ask(text);
  if (count === "0") return;
  throw new WrongTables(
    `${count} of the processes that use the schema ${quoted} are of an older Saldo, which cannot share it with this one; stop them all, and then start this one (30 s later, if one was killed)`,
  );
}

/** Makes the tables of the schema, or brings them up to date. If several processes start, one does it and the others wait. */
export async function migrate({ schema, transaction }: Connections): Promise<void> {
  const quoted = quotedName(schema);
  await transaction(async (ask) => {
    await ask(`SELECT pg_advisory_xact_lock(${crc32(schema) | 0}, 0)`);
    await ask(`CREATE SCHEMA IF NOT EXISTS ${quoted}`);
    await ask("CREATE TABLE IF NOT EXISTS $.migration (step integer PRIMARY KEY)");
    const step = await lastStep(ask);
    assertNotNewer(step, quoted);
    await assertOldHaveStopped(ask, step, quoted);
    for (const [i, text] of migrations.entries()) {
      if (i < step) continue;
      for (const part of text.split(";\n")) await ask(part);
      await ask(`INSERT INTO $.migration (step) VALUES (${i + 1})`);
    }
  });
}
