import { join } from "node:path";
import { horizonOf } from "../../engine/history/horizon.ts";
import { realDisk } from "../../store/lowdb/disk.ts";
import { findForeignJournal, type TornTail } from "../../store/lowdb/journal-opening.ts";
import { commitsOf } from "../../store/lowdb/journal-reading.ts";
import { snapshotPositions, snapshotsFolder } from "../../store/lowdb/snapshot-folder.ts";
import { WorldsFolder } from "../../store/lowdb/worlds-folder.ts";
import type { Commit, Position, WorldId, WorldStore } from "../../store/world-store.ts";

/** A world in its store. In a folder every line of its journal was read once, and its snapshots were only counted. */
export interface KeptWorld {
  /** The positions of its snapshots, in ascending order. */
  readonly snapshots: readonly Position[];
  /** What was never acknowledged, and is cut off when the folder is opened to write to it. */
  readonly torn: TornTail | null;
  /** The position from which all is there, and where a snapshot must be; 0 when nothing is forgotten. */
  readonly horizon: Position;
  readonly end: Position;
  readonly read: (after: Position, upTo: Position) => AsyncIterable<Commit>;
  /** Returns where the event at a position is, for people: a file of the journal, if there are files. */
  readonly journalFile: (position: Position) => string;
}

/** Changes nothing, so that another process may write there meanwhile. Rejects with `Damaged` or `NewerFormat`. */
export async function folderWorld(dataFolder: string, worldId: WorldId): Promise<KeptWorld> {
  const path = await new WorldsFolder(realDisk, dataFolder).locate(worldId);
  // Before the journal, because snapshots that are written meanwhile may lie after its end.
  const snapshots = snapshotPositions(await realDisk.readdir(join(path, snapshotsFolder)));
  const place = { disk: realDisk, folder: path, worldId, newestSnapshot: snapshots.at(-1) ?? 0 };
  const { closed, active, torn } = await findForeignJournal(place, 0);
  const segments = [...closed, active];
  // As `horizonOf` has it, of a journal that was read.
  const first = segments.find(({ after }) => after === 0 || snapshots.includes(after)) ?? closed[0] ?? active;
  return {
    snapshots,
    torn,
    horizon: first.after,
    end: active.end,
    read: (after, upTo) => commitsOf(realDisk, path, () => segments, after, upTo),
    journalFile: (position) => join(path, (segments.findLast(({ after }) => after < position) ?? active).name),
  };
}

/** Does the same with a world in a database. Rejects with `UnknownWorld`. */
export async function storedWorld(store: WorldStore, worldId: WorldId): Promise<KeptWorld> {
  const snapshots = await store.snapshots(worldId);
  return {
    snapshots,
    torn: null,
    horizon: await horizonOf(store, worldId),
    end: await store.nextHorizon(worldId, Number.MAX_SAFE_INTEGER),
    read: (after, upTo) => store.read(worldId, after, upTo),
    journalFile: (position) => store.snapshotPlace(worldId, position).replace("table snapshot", "table entry"),
  };
}
