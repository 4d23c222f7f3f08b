import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Position, WorldId } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { type Segment, scan, segmentBeginnings, segmentName } from "./segment.ts";

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

export interface JournalPlace {
  readonly folder: string;
  readonly worldId: WorldId;
  /** Where the history begins. */
  readonly horizon: Position;
  /** A position that was durable, of a snapshot for example: the history cannot end before it. */
  readonly reached: Position;
}

/**
 * Reads through a journal. Rejects with `Damaged` if a later line, a later file or `reached` shows that the damaged place
 * was durable. Other damage is an interrupted write.
 */
export async function findJournal(disk: Disk, place: JournalPlace): Promise<FoundJournal> {
  const { folder, worldId, horizon, reached } = place;
  const found = segmentBeginnings(await disk.readdir(folder)).filter((after) => after >= horizon);
  if (found[0] !== horizon) throw new Damaged(join(folder, segmentName(horizon)), null, "the file is missing");
  const earlier: Segment[] = [];
  for (const [index, beginning] of found.entries()) {
    const name = segmentName(beginning);
    const file = join(folder, name);
    const content = await disk.readFile(file);
    const { worldId: writtenFor, after, end, bytes, lines, damage, wasDurable } = scan(file, content);
    if (writtenFor !== worldId || after !== beginning) {
      throw new Damaged(file, 1, `it is of the world ${writtenFor} after position ${after}`);
    }
    const next = found[index + 1];
    if (damage !== null && (wasDurable || next !== undefined || reached > end)) {
      throw new Damaged(file, lines + 1, damage);
    }
    if (next !== undefined && next !== end) {
      throw new Damaged(file, lines, `it ends at position ${end}, but the next file begins after ${next}`);
    }
    if (next === undefined && reached > end) {
      throw new Damaged(file, lines, `it ends at position ${end}, but position ${reached} was on the disk`);
    }
    const segment = { name, after, end, bytes };
    const torn = damage === null ? null : { file, line: lines + 1, bytes: content.length - bytes };
    if (next === undefined) return { earlier, last: segment, torn };
    earlier.push(segment);
  }
  throw new Error("unreachable: the last file has no next one");
}
