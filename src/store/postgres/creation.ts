import { type Commit, Conflict, type NewWorld, type Snapshot, type WorldEntry } from "../world-store.ts";
import { insertKey, keysIn } from "./api-keys.ts";
import { type BorrowedConnection, type Connections, durably } from "./connections.ts";
import { entriesOf, insertEntry } from "./entry.ts";
import { codes, Lost, Rejected } from "./failure.ts";
import { insertWorld } from "./kept-worlds.ts";
import { noteRest } from "./schedule.ts";
import { type Snapshots, statement } from "./snapshots.ts";
import type { Tables } from "./tables.ts";

/**
 * Adds a world in one transaction, with a process as its owner in epoch 1. Rejects with `Conflict` if the id is taken. If
 * the answer to COMMIT is lost, asks whether the world is there under its number.
 */
export async function createWorld(
  connections: Connections,
  tables: Tables,
  snapshots: Snapshots,
  owner: string,
  entry: WorldEntry,
  beginning: readonly Commit[] | Snapshot,
  made: NewWorld | undefined,
): Promise<void> {
  const lease = await connections.lease();
  let committing: number | null = null;
  try {
    const horizon = "position" in beginning ? beginning.position : 0;
    const [, , [[found] = []] = []] = await lease.run(
      statement("BEGIN"),
      durably,
      insertWorld(tables, entry, horizon, owner),
    );
    const no = Number(found);
    await addBeginning(lease, tables, snapshots, no, beginning);
    for (const key of made?.keys ?? ("position" in beginning ? [] : keysIn(beginning))) {
      await lease.run(insertKey(tables, no, key));
    }
    if (made !== undefined) await lease.run(noteRest(tables, no, 1, made.rest, made.summary));
    committing = no;
    await lease.run(statement("COMMIT"));
    lease.release();
  } catch (error) {
    if (!(error instanceof Lost)) lease.leave("ROLLBACK");
    else if (committing !== null && (await isMade(connections, tables, entry, committing))) return;
    if (!(error instanceof Rejected && error.code === codes.uniqueViolation)) throw error;
    throw new Conflict(`the world ${entry.worldId} exists already`, { cause: error });
  }
}

async function addBeginning(
  lease: BorrowedConnection,
  tables: Tables,
  snapshots: Snapshots,
  no: number,
  beginning: readonly Commit[] | Snapshot,
): Promise<void> {
  if ("position" in beginning) return snapshots.insert(lease, no, beginning);
  for (const one of entriesOf(beginning)) await lease.run(insertEntry(tables, no, one));
}

/** The question waits for the transaction whose end is not known: it wants the same id. */
async function isMade(connections: Connections, tables: Tables, entry: WorldEntry, no: number): Promise<boolean> {
  const noOwner = "00000000-0000-0000-0000-000000000000";
  const undone = { name: "ROLLBACK", text: "ROLLBACK", values: [] };
  try {
    await connections.run(statement("BEGIN"), insertWorld(tables, entry, 0, noOwner), undone);
    return false;
  } catch (error) {
    if (!(error instanceof Rejected && error.code === codes.uniqueViolation)) throw error;
  }
  const text = `SELECT 1 FROM ${tables.world} WHERE no = $1`;
  const [rows = []] = await connections.run({ name: "made", text, values: [no] });
  return rows.length > 0;
}
