import { randomUUID } from "node:crypto";
import { type Commit, Conflict, type NewWorld, type Snapshot, type WorldEntry } from "../world-store.ts";
import { insertKey, keysIn } from "./api-keys.ts";
import type { Connections, Lease } from "./connections.ts";
import { entriesOf, insertEntry } from "./entry.ts";
import { codes, Lost, Rejected } from "./failure.ts";
import { insertWorld } from "./kept-worlds.ts";
import { noteRest } from "./schedule.ts";
import { type Snapshots, statement } from "./snapshots.ts";
import type { Tables } from "./tables.ts";

/**
 * Adds a world in one transaction. Rejects with `Conflict` if the id is taken. If the answer to COMMIT is lost, asks
 * whether the world is there with the turn that made it.
 */
export async function createWorld(
  connections: Connections,
  tables: Tables,
  snapshots: Snapshots,
  entry: WorldEntry,
  beginning: readonly Commit[] | Snapshot,
  made: NewWorld | undefined,
): Promise<void> {
  const turn = randomUUID();
  const lease = await connections.lease();
  let isCommitting = false;
  try {
    const horizon = "position" in beginning ? beginning.position : 0;
    const [, [[no] = []] = []] = await lease.run(statement("BEGIN"), insertWorld(tables, entry, horizon));
    await addBeginning(lease, tables, snapshots, Number(no), beginning, turn);
    for (const key of made?.keys ?? ("position" in beginning ? [] : keysIn(beginning))) {
      await lease.run(insertKey(tables, Number(no), key));
    }
    if (made !== undefined) await lease.run(noteRest(tables, Number(no), made.rest));
    isCommitting = true;
    await lease.run(statement("COMMIT"));
    lease.release();
  } catch (error) {
    if (!(error instanceof Lost)) lease.leave("ROLLBACK");
    else if (isCommitting && (await isMadeBy(connections, tables, entry, turn))) return;
    if (!(error instanceof Rejected && error.code === codes.uniqueViolation)) throw error;
    throw new Conflict(`the world ${entry.worldId} exists already`, { cause: error });
  }
}

async function addBeginning(
  lease: Lease,
  tables: Tables,
  snapshots: Snapshots,
  no: number,
  beginning: readonly Commit[] | Snapshot,
  turn: string,
): Promise<void> {
  if ("position" in beginning) {
    const { position } = beginning;
    // Every history has a last entry. This one has no commits.
    await lease.run(insertEntry(tables, no, { first: position, last: position, body: "" }, turn));
    await snapshots.insert(lease, no, beginning);
    return;
  }
  for (const one of entriesOf(beginning)) await lease.run(insertEntry(tables, no, one, turn));
}

/** The question waits for the transaction whose end is not known: it wants the same id. */
async function isMadeBy(connections: Connections, tables: Tables, entry: WorldEntry, turn: string): Promise<boolean> {
  const { worldId } = entry;
  const undone = { name: "ROLLBACK", text: "ROLLBACK", values: [] };
  try {
    await connections.run(statement("BEGIN"), insertWorld(tables, entry, 0), undone);
    return false;
  } catch (error) {
    if (!(error instanceof Rejected && error.code === codes.uniqueViolation)) throw error;
  }
  const text = `SELECT 1 FROM ${tables.world} w JOIN ${tables.entry} e ON e.world = w.no WHERE w.id = $1 AND e.turn = $2 LIMIT 1`;
  const [rows = []] = await connections.run({ name: "made by", text, values: [worldId, turn] });
  return rows.length > 0;
}
