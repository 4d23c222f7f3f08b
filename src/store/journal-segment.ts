import { join } from "node:path";
import { Damaged } from "./damaged.ts";
import { type Disk, type DiskFile, hasCode } from "./disk.ts";
import { commitOf, prefixOf } from "./journal-line.ts";
import { linesOf, type Mark } from "./journal-scan.ts";
import type { Commit, Position } from "./world-store.ts";

const digits = 15;
const namePattern = /^journal-(\d{15})\.jsonl$/;

/** A file of a journal, as far as it is durable. */
export interface Segment {
  readonly name: string;
  /** The positions of its commits: after the first one, up to the second. */
  readonly after: Position;
  readonly end: Position;
  /** In bytes, and in lines. */
  readonly size: number;
  readonly lines: number;
  readonly marks: readonly Mark[];
}

export function segmentName(after: Position): string {
  return `journal-${padded(after)}.jsonl`;
}

export function padded(position: Position): string {
  return String(position).padStart(digits, "0");
}

/** The positions after which the segments among a folder's files begin, in ascending order. */
export function segmentBeginnings(names: readonly string[]): Position[] {
  const found = names.map((name) => namePattern.exec(name)).filter((match) => match !== null);
  return found.map((match) => Number(match[1])).sort((a, b) => a - b);
}

/** The commits of segments that follow one another, those with an event after one position and one not after another. */
export async function* commitsOf(
  disk: Disk,
  folder: string,
  segments: readonly Segment[],
  after: Position,
  upTo: Position,
): AsyncGenerator<Commit> {
  for (const segment of segments) {
    if (segment.end <= after) continue;
    if (segment.after >= upTo) return;
    yield* commitsOfSegment(disk, join(folder, segment.name), segment, after, upTo);
  }
}

async function* commitsOfSegment(
  disk: Disk,
  path: string,
  segment: Segment,
  after: Position,
  upTo: Position,
): AsyncGenerator<Commit> {
  // How it is now: it grows while it is read.
  const { size } = segment;
  const mark = segment.marks.findLast((one) => one.after <= after) ?? segment.marks[0];
  if (mark === undefined) return;
  let end = mark.after;
  let line = mark.line;
  const file = await openUnforgotten(disk, path);
  try {
    for await (const lines of linesOf(file, mark.offset, size)) {
      for (const { bytes } of lines) {
        const prefix = prefixOf(bytes);
        if (prefix === null || prefix.first !== end + 1) {
          throw new Damaged(path, line, "the line is no longer as it was when the file was opened");
        }
        if (prefix.first > upTo) return;
        end = prefix.last;
        line += 1;
        if (end > after) yield commitOf(bytes);
      }
    }
  } finally {
    await file.close();
  }
}

async function openUnforgotten(disk: Disk, path: string): Promise<DiskFile> {
  try {
    return await disk.open(path, "r");
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) throw new Error(`${path} was forgotten while the history was read`, { cause });
    throw cause;
  }
}
