import { crc32 } from "node:zlib";
import { type Commit, lastPosition, type Position, type WorldId } from "../world-store.ts";

/** The format of journals that are written now, and the newest one that can be read. */
export const journalFormat = 1;

/** What the first line of a segment says. */
export interface JournalHeader {
  readonly format: number;
  readonly worldId: WorldId;
  /** The position after which the segment begins. */
  readonly after: Position;
}

/** What can be known of a commit's line without reading all of it. */
export interface LinePrefix {
  readonly first: Position;
  readonly last: Position;
  /** Up to where the file was known to be durable when the line was written. */
  readonly synced: number;
}

const space = 0x20;
const checksumLength = 8;
const bodyStart = checksumLength + 1;
/** Longer than the three numbers of a line can be. */
const prefixLength = 96;
const prefixPattern = /^\{"first":(\d{1,15}),"last":(\d{1,15}),"synced":(\d{1,15}),/;

export function headerLine(worldId: WorldId, after: Position): string {
  return checked(JSON.stringify({ format: journalFormat, worldId, after } satisfies JournalHeader));
}

export function commitLine(commit: Commit, synced: number): string {
  const { first, at, events, wall } = commit;
  return checked(JSON.stringify({ first, last: lastPosition(commit), synced, at, events, wall }));
}

/** What a whole line with the right checksum says of itself; null of any other. */
export function prefixOf(line: Buffer): LinePrefix | null {
  if (!isIntact(line)) return null;
  const match = prefixPattern.exec(line.toString("latin1", bodyStart, bodyStart + prefixLength));
  if (match === null) return null;
  return { first: Number(match[1]), last: Number(match[2]), synced: Number(match[3]) };
}

/** The format that a first line tells, which may be one that says nothing else that is known here; null of any other. */
export function formatOf(line: Buffer): number | null {
  if (!isIntact(line)) return null;
  const { format }: Partial<JournalHeader> = Object(JSON.parse(line.toString("utf8", bodyStart)));
  return typeof format === "number" ? format : null;
}

/** What a header of this format says; null when it is not one. */
export function headerOf(line: Buffer): JournalHeader | null {
  if (formatOf(line) !== journalFormat) return null;
  const { worldId, after }: Partial<JournalHeader> = JSON.parse(line.toString("utf8", bodyStart));
  if (typeof worldId !== "string" || typeof after !== "number") return null;
  return { format: journalFormat, worldId, after };
}

/** The commit of a line that `prefixOf` has found whole: its checksum says that it is what `commitLine` wrote. */
export function commitOf(line: Buffer): Commit {
  const { first, at, events, wall }: Commit = JSON.parse(line.toString("utf8", bodyStart));
  return { first, at, events, wall };
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
