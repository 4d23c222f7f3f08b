import { NewerFormat } from "../damaged.ts";
import type { Position } from "../world-store.ts";
import type { DiskFile } from "./disk.ts";
import { formatOf, headerOf, type JournalHeader, journalFormat, prefixOf } from "./journal-line.ts";

const newline = 0x0a;
const chunkBytes = 256 * 1024;
/** How far the places that are remembered of a segment lie apart. */
const markBytes = 64 * 1024;

export interface FileLine {
  /** Where in the file it begins. */
  readonly offset: number;
  /** Without its newline; good until the next lines are asked for. */
  readonly bytes: Buffer;
  /** Whether a newline ended it. */
  readonly ended: boolean;
}

/** A place in a segment from which reading can begin: the commits from there on come after a position. */
export interface Mark {
  readonly after: Position;
  readonly offset: number;
  /** The number of the line, counted from 1. */
  readonly line: number;
}

/** The first line of a segment that is not as it should be. */
export interface Damage {
  readonly line: number;
  readonly offset: number;
  readonly what: string;
  /** Whether a later line says that this place was durable: then it is no write that was cut short. */
  readonly wasDurable: boolean;
}

/** What a look through all of a segment has found. */
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

/** The lines of a part of a file, a list for each piece that was read; one that is longer than a piece is whole, too. */
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

/** Looks at every line of a segment: whether it is whole, and whether it follows the one before it. */
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

/** Remembers a place in a segment if it is far enough from the last one. */
export function addMark(marks: Mark[], mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.offset - last.offset >= markBytes) marks.push(mark);
}
