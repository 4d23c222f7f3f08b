import { type Commit, Conflict, keysIn, type NewWorld, type Snapshot, type WorldEntry } from "../world-store.ts";
import { insertWorld, noteRest } from "./catalogue.ts";
import type { Connections } from "./connections.ts";
import { entriesOf } from "./entry.ts";
import { codes, Lost, Rejected } from "./failure.ts";
import { appendTo } from "./ownership/append-statement.ts";
import { insertSnapshot } from "./snapshots.ts";

/**
 * Adds a world in one transaction, with a process as its owner in epoch 1, and returns its number. Rejects with `Conflict` if the id
 * is taken. If the answer to COMMIT is lost, asks whether the world is there under that number.
 */
export async function createWorld(
  connections: Connections,
  owner: string,
  entry: WorldEntry,
  beginning: readonly Commit[] | Snapshot,
  made: NewWorld | undefined,
): Promise<number> {
  const { worldId } = entry;
  const commits = "position" in beginning ? [] : beginning;
  const horizon = "position" in beginning ? beginning.position : 0;
  let no: number | undefined;
  try {
    return await connections.transaction(async (ask) => {
      const added = await insertWorld(ask, entry, horizon, owner);
      if ("position" in beginning) await insertSnapshot(ask, added, beginning);
      const world = { worldId, no: added, epoch: 1 };
      for (const one of entriesOf(commits)) await appendTo(ask, owner, [{ ...world, entries: [one], keys: [] }]);
      await appendTo(ask, owner, [{ ...world, entries: [], keys: made?.keys ?? keysIn(commits) }]);
      if (made !== undefined) await noteRest(ask, world, made);
      no = added;
      return added;
    });
  } catch (error) {
    if (error instanceof Lost && no !== undefined && (await isMade(connections, entry, no))) return no;
    if (!isTaken(error)) throw error;
    throw new Conflict(`the world ${worldId} exists already`, { cause: error });
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
