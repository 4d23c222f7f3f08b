import { join } from "node:path";
import { Damaged, NewerFormat } from "../damaged.ts";
import type { Commit, Position, WorldId } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { commitOf, headerLine, headerOf, journalFormat, type LinePrefix, prefixOf } from "./journal-line.ts";
import { replaceFile } from "./replace-file.ts";

/** The durable part of one file of a journal: its commits are after one position, up to another. */
export interface Segment {
  readonly name: string;
  readonly after: Position;
  readonly end: Position;
  readonly bytes: number;
}

/** A file of a journal, up to its first wrong line. */
export interface Scanned {
  readonly worldId: WorldId;
  readonly segment: Segment;
  readonly lines: number;
  /** What is wrong with the next line; null if there is none. */
  readonly damage: string | null;
  /** Whether a later line shows that the wrong one was durable, so that it is no interrupted write. */
  readonly wasDurable: boolean;
}

export function segmentName(after: Position): string {
  return `journal-${padded(after)}.jsonl`;
}

export function padded(position: Position): string {
  return String(position).padStart(15, "0");
}

/** Returns the positions after which the segments in a folder begin, in ascending order. */
export function segmentBeginnings(names: readonly string[]): readonly Position[] {
  return positionsIn(names, /^journal-(\d{15})\.jsonl$/);
}

/** Returns the positions in the names that match, in ascending order. */
export function positionsIn(names: readonly string[], pattern: RegExp): readonly Position[] {
  return names.flatMap((name) => pattern.exec(name)?.slice(1).map(Number) ?? []).sort((a, b) => a - b);
}

/** Makes the empty file of a journal that begins after a position. */
export async function beginSegment(disk: Disk, folder: string, worldId: WorldId, after: Position): Promise<Segment> {
  const header = Buffer.from(headerLine(worldId, after));
  const name = segmentName(after);
  await replaceFile(disk, join(folder, name), [header]);
  return { name, after, end: after, bytes: header.length };
}

/** Checks that every line of a file is complete and follows the one before it. */
export function scan(path: string, content: Buffer): Scanned {
  const [first] = linesOf(content);
  // A file gets its name when its first line is durable.
  const header = first?.isEnded ? headerOf(first.text) : null;
  if (first === undefined || header === null || header.format < 1) {
    throw new Damaged(path, 1, content.length === 0 ? "the file is empty" : "this is not the first line of a journal");
  }
  if (header.format > journalFormat) throw new NewerFormat(path, header.format, journalFormat);
  const { worldId, after } = header;
  let [end, bytes, lines]: [Position, number, number] = [after, first.next, 1];
  let damage: string | null = null;
  let wasDurable = false;
  for (const { text, next, isEnded } of linesOf(content, first.next)) {
    const prefix = isEnded ? prefixOf(text) : null;
    if (damage === null) damage = isEnded ? flawOf(prefix, end) : "the line has no end";
    else if (prefix !== null && prefix.synced > bytes) wasDurable = true;
    if (damage === null && prefix !== null) [end, bytes, lines] = [prefix.last, next, lines + 1];
  }
  return { worldId, segment: { name: segmentName(after), after, end, bytes }, lines, damage, wasDurable };
}

/** Yields the commits of a segment with an event after one position and one not after another. */
export function* commitsIn(
  path: string,
  content: Buffer,
  segment: Segment,
  after: Position,
  upTo: Position,
): Generator<Commit> {
  let [end, line] = [segment.after, 1];
  for (const { text, offset } of linesOf(content.subarray(0, segment.bytes))) {
    if (offset === 0) continue;
    line += 1;
    const prefix = prefixOf(text);
    if (prefix === null || flawOf(prefix, end) !== null) break;
    if (prefix.first > upTo) return;
    end = prefix.last;
    if (end > after) yield commitOf(text);
  }
  if (end < segment.end) throw new Damaged(path, line, "the line is no longer as it was when the file was opened");
}

/** Returns why a line cannot follow a position, or null. */
function flawOf(prefix: LinePrefix | null, end: Position): string | null {
  if (prefix === null) return "the line does not match its checksum";
  const follows = prefix.first === end + 1 && prefix.last >= prefix.first;
  return follows ? null : `position ${prefix.first} cannot follow ${end}`;
}

interface FileLine {
  /** Without the newline. */
  readonly text: Buffer;
  /** Where it begins, and where the next one does. */
  readonly offset: number;
  readonly next: number;
  readonly isEnded: boolean;
}

const newline = 0x0a;

function* linesOf(content: Buffer, from = 0): Generator<FileLine> {
  for (let offset = from; offset < content.length; ) {
    const found = content.indexOf(newline, offset);
    const end = found === -1 ? content.length : found;
    yield { text: content.subarray(offset, end), offset, next: end + 1, isEnded: found !== -1 };
    offset = end + 1;
  }
}
