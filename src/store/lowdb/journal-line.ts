import { crc32 } from "node:zlib";
import { type Commit, lastPosition, type Position, type WorldId } from "../world-store.ts";

/** The format of written journals, and the newest that can be read. */
export const journalFormat = 1;

/** The first line of a segment. */
export interface JournalHeader {
  readonly format: number;
  readonly worldId: WorldId;
  /** The position after which the segment begins. */
  readonly after: Position;
}

/** The part of a commit's line that can be read without parsing the rest. */
export interface LinePrefix {
  readonly first: Position;
  readonly last: Position;
  /** Up to where the file was certainly durable when the line was written. */
  readonly synced: number;
}

const space = 0x20;
const checksumLength = 8;
const bodyStart = checksumLength + 1;
/** More than the three numbers of a line can take. */
const prefixLength = 96;
const prefixPattern = /^\{"first":(\d{1,15}),"last":(\d{1,15}),"synced":(\d{1,15}),/;

export function headerLine(worldId: WorldId, after: Position): string {
  return checked(JSON.stringify({ format: journalFormat, worldId, after } satisfies JournalHeader));
}

export function commitLine(commit: Commit, synced: number): string {
  const { first, at, events, wall } = commit;
  return checked(JSON.stringify({ first, last: lastPosition(commit), synced, at, events, wall }));
}

/** Returns the numbers of a complete line with the right checksum; null for any other. */
export function prefixOf(line: Buffer): LinePrefix | null {
  if (!isIntact(line)) return null;
  const match = prefixPattern.exec(line.toString("latin1", bodyStart, bodyStart + prefixLength));
  if (match === null) return null;
  return { first: Number(match[1]), last: Number(match[2]), synced: Number(match[3]) };
}

/** Returns what a first line says, even in an unknown format; null for any other line. */
export function headerOf(line: Buffer): JournalHeader | null {
  if (!isIntact(line)) return null;
  const { format, worldId = "", after = 0 }: Partial<JournalHeader> = Object(JSON.parse(body(line)));
  return typeof format === "number" ? { format, worldId, after } : null;
}

/** Returns the commit of a line that `prefixOf` accepted: its checksum shows that `commitLine` wrote it. */
export function commitOf(line: Buffer): Commit {
  const { first, at, events, wall }: Commit = JSON.parse(body(line));
  return { first, at, events, wall };
}

function body(line: Buffer): string {
  return line.toString("utf8", bodyStart);
}

function checked(body: string): string {
  return `${checksumOf(body)} ${body}\n`;
}

function isIntact(line: Buffer): boolean {
  if (line.length <= bodyStart || line[checksumLength] !== space) return false;
  return line.toString("latin1", 0, checksumLength) === checksumOf(line.subarray(bodyStart));
}

function checksumOf(body: string | Buffer): string {
  return crc32(body).toString(16).padStart(checksumLength, "0");
}
