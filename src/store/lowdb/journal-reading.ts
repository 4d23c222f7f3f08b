import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Commit, Position } from "../world-store.ts";
import { type Disk, type DiskFile, hasCode } from "./disk.ts";
import { commitOf, prefixOf } from "./journal-line.ts";
import { linesOf } from "./journal-scan.ts";
import type { Segment } from "./journal-segment.ts";

/** A segment with its file open for reading. */
interface OpenSegment {
  readonly segment: Segment;
  readonly path: string;
  readonly file: DiskFile;
}

/** Maximum open files of a reading. Forgetting meanwhile seldom takes more than one of them. */
const MAX_OPEN_FILES = 8;

/**
 * Yields the commits of consecutive segments, with an event after one position and one not after another, as far as
 * they existed at first. Files are opened ahead, so that one that is forgotten meanwhile is read to its end. Calls
 * `segmentsNow` again if one was forgotten before it was open.
 */
export async function* commitsOf(
  disk: Disk,
  folder: string,
  segmentsNow: () => readonly Segment[],
  after: Position,
  upTo: Position,
): AsyncGenerator<Commit> {
  const last = Math.min(upTo, segmentsNow().at(-1)?.end ?? 0);
  let from = after;
  do {
    const open = await openSegments(disk, folder, segmentsNow, from, last);
    const [first] = open;
    try {
      if (first === undefined) return;
      if (from > after && first.segment.after > from) throw forgotten();
      for (const one of open) yield* commitsOfSegment(one, after, last);
      from = open.at(-1)?.segment.end ?? last;
    } finally {
      await closeAll(open);
    }
  } while (from < last);
}

async function openSegments(
  disk: Disk,
  folder: string,
  segmentsNow: () => readonly Segment[],
  after: Position,
  upTo: Position,
): Promise<OpenSegment[]> {
  for (;;) {
    const segments = segmentsNow();
    const needed = segments.filter((segment) => segment.end > after && segment.after < upTo).slice(0, MAX_OPEN_FILES);
    const opening = needed.map(async (segment) => {
      const path = join(folder, segment.name);
      return { segment, path, file: await disk.open(path, "r") };
    });
    const ended = await Promise.allSettled(opening);
    const open = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    if (open.length === needed.length) return open;
    await closeAll(open);
    const cause: unknown = ended.find((one) => one.status === "rejected")?.reason;
    if (!hasCode(cause, "ENOENT")) throw cause;
    if (segments[0] === segmentsNow()[0]) throw forgotten(cause);
  }
}

/** Returns the error for a file that was forgotten before it was opened. */
function forgotten(cause?: unknown): Error {
  return new Error("a part of the history was forgotten while the history was read", { cause });
}

async function* commitsOfSegment(
  { segment, path, file }: OpenSegment,
  after: Position,
  upTo: Position,
): AsyncGenerator<Commit> {
  const mark = segment.marks.findLast((one) => one.after <= after) ?? segment.marks[0];
  if (mark === undefined) return;
  let end = mark.after;
  let line = mark.line;
  for await (const lines of linesOf(file, mark.offset, segment.size)) {
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
}

async function closeAll(open: readonly OpenSegment[]): Promise<void> {
  await Promise.all(open.map(({ file }) => file.close()));
}
