import { type Commit, Conflict, type KeyOf, type NewWorld, type Snapshot, type WorldEntry } from "../world-store.ts";
import { keysIn } from "./api-keys.ts";
import { begin, type Connections, durably, rollback } from "./connections.ts";
import { type Entry, entriesOf } from "./entry.ts";
import { codes, Lost, Rejected } from "./failure.ts";
import { insertWorld } from "./kept-worlds.ts";
import { appendStatement } from "./ownership/append-statement.ts";
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
  const id = entry.worldId;
  const commits = "position" in beginning ? [] : beginning;
  const horizon = "position" in beginning ? beginning.position : 0;
  const committing: { no?: number } = {};
  try {
    await connections.transaction([durably, insertWorld(tables, entry, horizon, owner)], async (lease, results) => {
      const [, [[found] = []] = []] = results;
      const no = Number(found);
      if ("position" in beginning) await snapshots.insert(lease, no, beginning);
      const append = (entries: readonly Entry[], keys: readonly KeyOf[]) =>
        lease.run(appendStatement(tables, owner, [{ worldId: id, epoch: 1, entries, keys }]));
      for (const one of entriesOf(commits)) await append([one], []);
      await append([], made?.keys ?? keysIn(commits));
      if (made !== undefined) await lease.run(noteRest(tables, { id, no, epoch: 1 }, made));
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
  return (await connections.ask({ name: "made", text, values: [no] })).length > 0;
}
