import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { WorldId } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { type FoundJournal, findJournal } from "./find-journal.ts";
import { withoutLeftOvers } from "./replace-file.ts";
import { segmentBeginnings, segmentName } from "./segment.ts";
import { snapshotFile, snapshotPositions, snapshotsFolder } from "./snapshot-file.ts";
import type { WorldContent } from "./world-document.ts";

/** Reads through the journal of a world, and changes nothing. Rejects with `Damaged`. */
export function readJournal(
  disk: Disk,
  folder: string,
  worldId: WorldId,
  content: WorldContent,
): Promise<FoundJournal> {
  const { horizon, snapshots, rest } = content;
  const reached = Math.max(horizon, snapshots.at(-1) ?? 0, rest?.position ?? 0);
  return findJournal(disk, { folder, worldId, horizon, reached });
}

/**
 * Does the same to write to the journal. Cuts off what an interrupted write left, and removes files that the document does
 * not count. Rejects with `Damaged`, before anything is changed, also if a snapshot is missing.
 */
export async function openJournal(
  disk: Disk,
  folder: string,
  worldId: WorldId,
  content: WorldContent,
): Promise<FoundJournal> {
  const { horizon, snapshots } = content;
  const found = await readJournal(disk, folder, worldId, content);
  const snapshotsPath = join(folder, snapshotsFolder);
  // Copies of folders may lack empty ones.
  await disk.makeFolder(snapshotsPath);
  const there = snapshotPositions(await disk.readdir(snapshotsPath));
  const missing = snapshots.find((position) => !there.includes(position));
  if (missing !== undefined) throw new Damaged(snapshotFile(folder, missing), null, "the file is missing");
  await cutTornTail(disk, folder, found);
  // A killed process may have left names that are not durable yet.
  await disk.syncFolder(folder);
  await disk.syncFolder(snapshotsPath);
  await withoutLeftOvers(disk, snapshotsPath);
  const forgotten = segmentBeginnings(await withoutLeftOvers(disk, folder)).filter((after) => after < horizon);
  for (const after of forgotten) await disk.unlink(join(folder, segmentName(after)));
  for (const one of there) if (!snapshots.includes(one)) await disk.unlink(snapshotFile(folder, one));
  return found;
}

/** Makes the journal durable, too: after a kill, what can be read may not be on disk yet. */
async function cutTornTail(disk: Disk, folder: string, { last, torn }: FoundJournal): Promise<void> {
  const file = await disk.open(join(folder, last.name), "r+");
  try {
    if (torn !== null) await file.truncate(last.bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
