import type { Position } from "../world-store.ts";
import type { Mark } from "./journal-scan.ts";

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
