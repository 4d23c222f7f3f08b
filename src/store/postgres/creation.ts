import { type Commit, Conflict, type NewWorld, type Snapshot, type WorldEntry } from "../world-store.ts";
import { insertKey, keysIn } from "./api-keys.ts";
import { begin, type Connections, durably, rollback } from "./connections.ts";
import { entriesOf, insertEntry } from "./entry.ts";
import { codes, Lost, Rejected } from "./failure.ts";
import { insertWorld } from "./kept-worlds.ts";
import { noteRest } from "./schedule.ts";
import type { Snapshots } from "./snapshots.ts";
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
  const commits = "position" in beginning ? [] : beginning;
  const horizon = "position" in beginning ? beginning.position : 0;
  const committing: { no?: number } = {};
  try {
    await connections.transaction([durably, insertWorld(tables, entry, horizon, owner)], async (lease, results) => {
      const [, [[found] = []] = []] = results;
      const no = Number(found);
      if ("position" in beginning) await snapshots.insert(lease, no, beginning);
      for (const one of entriesOf(commits)) await lease.run(insertEntry(tables, no, one));
      for (const key of made?.keys ?? keysIn(commits)) await lease.run(insertKey(tables, no, key));
      if (made !== undefined) await lease.run(noteRest(tables, no, 1, made));
      committing.no = no;
    });
  } catch (error) {
    const { no } = committing;
    if (error instanceof Lost && no !== undefined && (await isMade(connections, tables, entry, no))) return;
    if (!(error instanceof Rejected && error.code === codes.uniqueViolation)) throw error;
    throw new Conflict(`the world ${entry.worldId} exists already`, { cause: error });
  }
}

/** The question waits for the transaction whose end is not known: it wants the same id. */
async function isMade(connections: Connections, tables: Tables, entry: WorldEntry, no: number): Promise<boolean> {
  const noOwner = "00000000-0000-0000-0000-000000000000";
  try {
    await connections.run(begin, insertWorld(tables, entry, 0, noOwner), rollback);
    return false;
  } catch (error) {
    if (!(error instanceof Rejected && error.code === codes.uniqueViolation)) throw error;
  }
  const text = `SELECT 1 FROM ${tables.world} WHERE no = $1`;
  const [rows = []] = await connections.run({ name: "made", text, values: [no] });
  return rows.length > 0;
}
