import type { Position } from "../world-store.ts";
import type { Mark } from "./journal-scan.ts";

const digits = 15;
const namePattern = /^journal-(\d{15})\.jsonl$/;

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
  return String(position).padStart(digits, "0");
}

/** Returns the positions after which the segments in a folder begin, in ascending order. */
export function segmentBeginnings(names: readonly string[]): Position[] {
  const found = names.map((name) => namePattern.exec(name)).filter((match) => match !== null);
  return found.map((match) => Number(match[1])).sort((a, b) => a - b);
}
