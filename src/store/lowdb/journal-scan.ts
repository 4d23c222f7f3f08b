import { NewerFormat } from "../damaged.ts";
import type { Position } from "../world-store.ts";
import type { DiskFile } from "./disk.ts";
import { formatOf, headerOf, type JournalHeader, journalFormat, prefixOf } from "./journal-line.ts";

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

/** The first wrong line of a segment. */
export interface Damage {
  readonly line: number;
  readonly offset: number;
  readonly what: string;
  /** Whether a later line shows that this place was durable, so that it is no interrupted write. */
  readonly wasDurable: boolean;
}

/** The result of scanning a segment. */
export interface Scanned {
  readonly header: JournalHeader | null;
  /** The position of the last event, and the bytes up to there. */
  readonly end: Position;
  readonly size: number;
  readonly fileSize: number;
  readonly lines: number;
  readonly marks: readonly Mark[];
  readonly damage: Damage | null;
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
  const scanner = new Scanner(path);
  for await (const lines of linesOf(file, 0, fileSize)) for (const line of lines) scanner.take(line);
  return scanner.result(fileSize);
}

class Scanner {
  readonly #path: string;
  readonly #marks: Mark[] = [];
  #header: JournalHeader | null = null;
  #end: Position = 0;
  #size = 0;
  #lines = 0;
  #damage: { line: number; offset: number; what: string } | null = null;
  #wasDurable = false;

  constructor(path: string) {
    this.#path = path;
  }

  take(line: FileLine): void {
    if (this.#damage !== null) {
      this.#lookFurther(line, this.#damage.offset);
      return;
    }
    const what = this.#lines === 0 ? this.#takeHeader(line) : this.#takeCommit(line);
    if (what !== null) {
      this.#damage = { line: this.#lines + 1, offset: line.offset, what };
      return;
    }
    this.#lines += 1;
    this.#size = line.offset + line.bytes.length + 1;
  }

  result(fileSize: number): Scanned {
    const damage = this.#damage ?? (this.#lines === 0 ? { line: 1, offset: 0, what: "the file is empty" } : null);
    return {
      header: this.#header,
      end: this.#end,
      size: this.#size,
      fileSize,
      lines: this.#lines,
      marks: this.#marks,
      damage: damage === null ? null : { ...damage, wasDurable: this.#wasDurable },
    };
  }

  #takeHeader({ bytes, ended }: FileLine): string | null {
    const format = formatOf(bytes);
    if (format !== null && format > journalFormat) throw new NewerFormat(this.#path, format, journalFormat);
    const header = headerOf(bytes);
    if (header === null || !ended) return "this is not the first line of a journal";
    this.#header = header;
    this.#end = header.after;
    return null;
  }

  #takeCommit({ offset, bytes, ended }: FileLine): string | null {
    if (!ended) return "the line has no end";
    const prefix = prefixOf(bytes);
    if (prefix === null) return "the line does not match its checksum";
    if (prefix.first !== this.#end + 1 || prefix.last < prefix.first) {
      return `position ${prefix.first} cannot follow ${this.#end}`;
    }
    addMark(this.#marks, { after: this.#end, offset, line: this.#lines + 1 });
    this.#end = prefix.last;
    return null;
  }

  #lookFurther({ bytes, ended }: FileLine, damaged: number): void {
    const prefix = ended ? prefixOf(bytes) : null;
    if (prefix !== null && prefix.synced > damaged) this.#wasDurable = true;
  }
}

/** Adds a mark if it is far enough from the last one. */
export function addMark(marks: Mark[], mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.offset - last.offset >= MARK_EVERY_BYTES) marks.push(mark);
}
