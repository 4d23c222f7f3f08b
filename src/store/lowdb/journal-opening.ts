import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Position, WorldId } from "../world-store.ts";
import { type Disk, hasCode } from "./disk.ts";
import { type Scanned, scan } from "./journal-scan.ts";
import { type Segment, segmentBeginnings, segmentName } from "./journal-segment.ts";

/** What follows the last complete line of a journal, because a write was interrupted. */
export interface TornTail {
  readonly file: string;
  readonly line: number;
  readonly bytes: number;
}

export interface FoundJournal {
  /** All segments but the last, which is the one that is written to. */
  readonly closed: readonly Segment[];
  readonly active: Segment;
  readonly torn: TornTail | null;
}

export interface JournalPlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly worldId: WorldId;
  /** The newest snapshot. Its position was durable when it was made, so the history cannot end before it. */
  readonly newestSnapshot: Position;
}

/**
 * Reads through a journal. Rejects with `Damaged` if a later line, a later segment or a snapshot shows that the damaged
 * place was durable. Other damage is an interrupted write.
 */
export async function findJournal(place: JournalPlace, after: Position = 0): Promise<FoundJournal> {
  const all = segmentBeginnings(await place.disk.readdir(place.folder));
  const beginnings = all.filter((_, index) => (all[index + 1] ?? Number.POSITIVE_INFINITY) > after);
  const segments: Segment[] = [];
  let torn: TornTail | null = null;
  for (const [index, beginning] of beginnings.entries()) {
    const name = segmentName(beginning);
    const file = join(place.folder, name);
    const { header, end, size, lines, fileSize, marks, ...scanned } = await scanFile(place.disk, file);
    // A segment gets its name when its header is durable.
    if (header === null) throw new Damaged(file, 1, scanned.damage ?? "the file is empty");
    if (header.worldId !== place.worldId || header.after !== beginning) {
      throw new Damaged(file, 1, `it is of the world ${header.worldId} after position ${header.after}`);
    }
    const next = beginnings[index + 1];
    if (scanned.damage !== null) {
      const wasDurable = scanned.wasDurable || next !== undefined || place.newestSnapshot > end;
      if (wasDurable) throw new Damaged(file, lines + 1, scanned.damage);
      torn = { file, line: lines + 1, bytes: fileSize - size };
    }
    if (next !== undefined && next !== end) {
      throw new Damaged(file, lines, `it ends at position ${end}, but the next file begins after ${next}`);
    }
    if (next === undefined && place.newestSnapshot > end) {
      throw new Damaged(file, lines, `it ends at position ${end}, but there is a snapshot of ${place.newestSnapshot}`);
    }
    segments.push({ name, after: beginning, end, size, lines, marks });
  }
  const active = segments.pop();
  if (active === undefined) throw new Damaged(join(place.folder, segmentName(0)), null, "there is no such file");
  return { closed: segments, active, torn };
}

async function scanFile(disk: Disk, path: string): Promise<Scanned> {
  const file = await disk.open(path, "r");
  try {
    return await scan(file, path);
  } finally {
    await file.close();
  }
}

/** Reads through a journal while another process writes to it and may forget files. */
export async function findForeignJournal(place: JournalPlace, after: Position): Promise<FoundJournal> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await findJournal(place, after);
    } catch (cause) {
      if (!hasCode(cause, "ENOENT") || tries === 5) throw cause;
    }
  }
}
