import { NewerFormat } from "../damaged.ts";
import type { Position } from "../world-store.ts";
import type { DiskFile } from "./disk.ts";
import { headerOf, type JournalHeader, journalFormat, prefixOf } from "./journal-line.ts";

const newline = 0x0a;
const chunkBytes = 256 * 1024;
/** The distance of the remembered places in a segment. */
const MARK_EVERY_BYTES = 64 * 1024;

export interface FileLine {
  /** Where it begins in the file. */
  readonly offset: number;
  /** Without the newline; valid until the next lines are requested. */
  readonly bytes: Buffer;
  /** Whether it ends with a newline. */
  readonly ended: boolean;
}

/** A place in a segment where reading can start: the commits from there on come after a position. */
export interface Mark {
  readonly after: Position;
  readonly offset: number;
  /** The line number, counted from 1. */
  readonly line: number;
}

/** The result of scanning a segment, up to the first wrong line. */
export interface Scanned {
  readonly header: JournalHeader | null;
  /** The position of the last event, and the bytes and lines up to there. */
  readonly end: Position;
  readonly size: number;
  readonly lines: number;
  readonly fileSize: number;
  readonly marks: readonly Mark[];
  /** What is wrong with the line after these; null if there is none. */
  readonly damage: string | null;
  /** Whether a later line shows that the wrong one was durable, so that it is no interrupted write. */
  readonly wasDurable: boolean;
}

/** Yields the lines of a part of a file, one list per piece read. A line longer than a piece is complete, too. */
export async function* linesOf(file: DiskFile, from: number, to: number): AsyncGenerator<readonly FileLine[]> {
  let buffer = Buffer.allocUnsafe(Math.max(1, Math.min(chunkBytes, to - from)));
  let start = from;
  let kept = 0;
  for (;;) {
    const wanted = Math.min(buffer.length - kept, to - start - kept);
    const more = wanted === 0 ? 0 : await file.read(buffer.subarray(kept, kept + wanted), start + kept);
    const { lines, rest } = split(buffer.subarray(0, kept + more), start);
    if (lines.length > 0) yield lines;
    const length = kept + more - rest;
    if (more === 0) {
      if (length > 0) yield [{ offset: start + rest, bytes: buffer.subarray(rest, kept), ended: false }];
      return;
    }
    if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
    else buffer.copyWithin(0, rest, kept + more);
    start += rest;
    kept = length;
  }
}

function split(bytes: Buffer, start: number): { readonly lines: FileLine[]; readonly rest: number } {
  const lines: FileLine[] = [];
  let rest = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, rest)) {
    lines.push({ offset: start + rest, bytes: bytes.subarray(rest, end), ended: true });
    rest = end + 1;
  }
  return { lines, rest };
}

/** Checks that every line of a segment is complete and follows the one before it. */
export async function scan(file: DiskFile, path: string): Promise<Scanned> {
  const fileSize = await file.size();
  const scanned: Scanning = {
    header: null,
    end: 0,
    size: 0,
    lines: 0,
    fileSize,
    marks: [],
    damage: null,
    wasDurable: false,
  };
  for await (const lines of linesOf(file, 0, fileSize)) {
    for (const { offset, bytes, ended } of lines) {
      if (scanned.damage === null) {
        scanned.damage = ended ? take(scanned, bytes, path) : "the line has no end";
        if (scanned.damage === null) scanned.size = offset + bytes.length + 1;
      } else if (ended && (prefixOf(bytes)?.synced ?? 0) > scanned.size) scanned.wasDurable = true;
    }
  }
  return scanned;
}

type Scanning = { -readonly [Key in keyof Scanned]: Scanned[Key] } & { readonly marks: Mark[] };

/** Takes the next line. Returns what is wrong with it, or null. */
function take(scanned: Scanning, bytes: Buffer, path: string): string | null {
  if (scanned.header === null) {
    const header = headerOf(bytes);
    if (header === null || header.format < journalFormat) return "this is not the first line of a journal";
    if (header.format > journalFormat) throw new NewerFormat(path, header.format, journalFormat);
    scanned.header = header;
    scanned.end = header.after;
  } else {
    const prefix = prefixOf(bytes);
    if (prefix === null) return "the line does not match its checksum";
    if (prefix.first !== scanned.end + 1 || prefix.last < prefix.first) {
      return `position ${prefix.first} cannot follow ${scanned.end}`;
    }
    addMark(scanned.marks, { after: scanned.end, offset: scanned.size, line: scanned.lines + 1 });
    scanned.end = prefix.last;
  }
  scanned.lines += 1;
  return null;
}

/** Adds a mark if it is far enough from the last one. */
export function addMark(marks: Mark[], mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.offset - last.offset >= MARK_EVERY_BYTES) marks.push(mark);
}
