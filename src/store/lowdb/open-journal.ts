import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Disk } from "./disk.ts";
import { withoutLeftOvers } from "./replace-file.ts";
import { type Segment, scan, segmentBeginnings, segmentName } from "./segment.ts";
import { snapshotFile, snapshotPositions, snapshotsFolder } from "./snapshot-file.ts";
import type { WorldContent } from "./world-document.ts";

/** What follows the last complete line of a journal, because a write was interrupted. */
export interface TornTail {
  readonly file: string;
  readonly line: number;
  readonly bytes: number;
}

export interface FoundJournal {
  readonly earlier: readonly Segment[];
  /** The file that is written to. */
  readonly last: Segment;
  readonly torn: TornTail | null;
}

/**
 * Reads through the journal of a world, and changes nothing. Rejects with `Damaged` if a later line, a later file or the
 * world's document shows that the damaged place was durable. Other damage is an interrupted write.
 */
export async function readJournal(disk: Disk, folder: string, content: WorldContent): Promise<FoundJournal> {
  const { entry, horizon, snapshots, rest } = content;
  // The history was durable up to these, so it cannot end before them.
  const reached = Math.max(horizon, snapshots.at(-1) ?? 0, rest?.position ?? 0);
  const beginnings = segmentBeginnings(await disk.readdir(folder)).filter((after) => after >= horizon);
  if (beginnings[0] !== horizon) throw new Damaged(join(folder, segmentName(horizon)), null, "the file is missing");
  const earlier: Segment[] = [];
  for (const [index, beginning] of beginnings.entries()) {
    const name = segmentName(beginning);
    const file = join(folder, name);
    const bytes = await disk.readFile(file);
    const { worldId, segment, lines, damage, wasDurable } = scan(file, bytes);
    const { after, end } = segment;
    if (worldId !== entry.worldId || after !== beginning) {
      throw new Damaged(file, 1, `it is of the world ${worldId} after position ${after}`);
    }
    const next = beginnings[index + 1];
    if (damage !== null && (wasDurable || next !== undefined || reached > end)) {
      throw new Damaged(file, lines + 1, damage);
    }
    if (next !== undefined && next !== end) {
      throw new Damaged(file, lines, `it ends at position ${end}, but the next file begins after ${next}`);
    }
    if (next === undefined && reached > end) {
      throw new Damaged(file, lines, `it ends at position ${end}, but position ${reached} was on the disk`);
    }
    const torn = damage === null ? null : { file, line: lines + 1, bytes: bytes.length - segment.bytes };
    if (next === undefined) return { earlier, last: segment, torn };
    earlier.push(segment);
  }
  throw new Error("unreachable: the last file has no next one");
}

/**
 * Does the same to write to the journal. Cuts off what an interrupted write left, and removes files that the document does
 * not count. Rejects with `Damaged`, before anything is changed, also if a snapshot is missing.
 */
export async function openJournal(disk: Disk, folder: string, content: WorldContent): Promise<FoundJournal> {
  const { horizon, snapshots } = content;
  const found = await readJournal(disk, folder, content);
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
