import type { Position } from "../world-store.ts";
import type { Mark } from "./journal-scan.ts";

/** The durable part of a journal's file. */
export interface Segment {
  readonly name: string;
  /** Its commits are after the first position, up to the second. */
  readonly after: Position;
  readonly end: Position;
  /** Bytes and lines. */
  readonly size: number;
  readonly lines: number;
  readonly marks: readonly Mark[];
}

export function segmentName(after: Position): string {
  return `journal-${padded(after)}.jsonl`;
}

export function padded(position: Position): string {
  return String(position).padStart(15, "0");
}

/** Returns the positions after which the segments in a folder begin, in ascending order. */
export function segmentBeginnings(names: readonly string[]): Position[] {
  return positionsIn(names, /^journal-(\d{15})\.jsonl$/);
}

/** Returns the positions in the names that match, in ascending order. */
export function positionsIn(names: readonly string[], pattern: RegExp): Position[] {
  return names.flatMap((name) => pattern.exec(name)?.slice(1).map(Number) ?? []).sort((a, b) => a - b);
}
