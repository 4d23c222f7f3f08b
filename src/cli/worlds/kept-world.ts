import { join } from "node:path";
import { realDisk } from "../../store/lowdb/disk.ts";
import { findForeignJournal, type TornTail } from "../../store/lowdb/journal-opening.ts";
import { commitsOf } from "../../store/lowdb/journal-reading.ts";
import { snapshotPositions, snapshotsFolder } from "../../store/lowdb/snapshot-folder.ts";
import { WorldsFolder } from "../../store/lowdb/worlds-folder.ts";
import type { Commit, Position, WorldId } from "../../store/world-store.ts";

/** A world on disk. Every line of its journal was read once; its snapshots were only counted. */
export interface KeptWorld {
  /** The positions of its snapshots, in ascending order. */
  readonly snapshots: readonly Position[];
  /** What was never acknowledged, and is cut off when the folder is opened to write to it. */
  readonly torn: TornTail | null;
  /** The position from which all is there, and where a snapshot must be; 0 when nothing is forgotten. */
  readonly horizon: Position;
  readonly end: Position;
  readonly read: (after: Position, upTo: Position) => AsyncIterable<Commit>;
  /** Returns the file of the journal that has the event at a position. */
  readonly journalFile: (position: Position) => string;
}

/** Changes nothing, so that another process may write there meanwhile. Rejects with `Damaged` or `NewerFormat`. */
export async function openKeptWorld(dataFolder: string, worldId: WorldId): Promise<KeptWorld> {
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
