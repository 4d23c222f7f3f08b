import { type Commit, Conflict, keysIn, type NewWorld, type Snapshot, type WorldEntry } from "../world-store.ts";
import { insertWorld, noteRest } from "./catalogue.ts";
import type { Connections } from "./connections.ts";
import { entriesOf } from "./entry.ts";
import { codes, Lost, Rejected } from "./failure.ts";
import { appendTo } from "./ownership/append-statement.ts";
import { insertSnapshot } from "./snapshots.ts";

/**
 * Adds a world in one transaction, with a process as its owner in epoch 1. Rejects with `Conflict` if the id is taken. If
 * the answer to COMMIT is lost, asks whether the world is there under its number.
 */
export async function createWorld(
  connections: Connections,
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
    await connections.transaction(async (ask) => {
      const no = await insertWorld(ask, entry, horizon, owner);
      if ("position" in beginning) await insertSnapshot(ask, no, beginning);
      const world = { worldId: id, epoch: 1 };
      for (const one of entriesOf(commits)) await appendTo(ask, owner, [{ ...world, entries: [one], keys: [] }]);
      await appendTo(ask, owner, [{ ...world, entries: [], keys: made?.keys ?? keysIn(commits) }]);
      if (made !== undefined) await noteRest(ask, { id, no, epoch: 1 }, made);
      committing.no = no;
    });
  } catch (error) {
    const { no } = committing;
    if (error instanceof Lost && no !== undefined && (await isMade(connections, entry, no))) return;
    if (!isTaken(error)) throw error;
    throw new Conflict(`the world ${id} exists already`, { cause: error });
  }
}

/** The question waits for the transaction whose end is not known: it wants the same id. */
async function isMade(connections: Connections, entry: WorldEntry, no: number): Promise<boolean> {
  const noOwner = "00000000-0000-0000-0000-000000000000";
  const isFree = new Error(`the world ${entry.worldId} was not made`);
  const asking = connections.transaction(async (ask) => {
    await insertWorld(ask, entry, 0, noOwner);
    throw isFree;
  });
  const found = await asking.catch((error: unknown) => error);
  if (found === isFree) return false;
  if (!isTaken(found)) throw found;
  return (await connections.ask("SELECT 1 FROM $.world WHERE no = $1", no)).length > 0;
}

function isTaken(error: unknown): boolean {
  return error instanceof Rejected && error.code === codes.uniqueViolation;
}
