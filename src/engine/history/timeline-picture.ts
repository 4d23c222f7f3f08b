import type { Instant } from "../../domain/instant.ts";
import type { Cents } from "../../domain/money.ts";
import type { Position } from "../../store/world-store.ts";
import type { CompanyRows } from "./company-rows.ts";
import { firstIndex, type Lane, lanes, type TimelineRow } from "./timeline.ts";

export interface Window {
  readonly from: Instant;
  readonly to: Instant;
  readonly buckets: number;
}

export interface Bucket {
  /** When the first of it happened. */
  readonly at: Instant;
  /** When the last of it happened. */
  lastAt: Instant;
  /** Where a rewind can go to see the end of the bucket. */
  position: Position;
  readonly available: { min: Cents; max: Cents; last: Cents };
  reserved: Cents;
  readonly counts: Record<Lane, number>;
}

export interface Mark {
  readonly lane: Lane;
  readonly at: Instant;
  until: Instant | null;
  position: Position;
  end: Position;
  type: TimelineRow["type"] | null;
  id: string | null;
  count: number;
  failed: boolean;
}

const MAX_MARKS = 600;
const cellsOfLane = MAX_MARKS / lanes.length;

/**
 * Returns the buckets of a window. Each begins with something that happened and is at most as long as it must be, so that
 * there are not too many: idle time takes none. `present`: the money after the last row.
 */
export function bucketsOf(
  { rows, available, reserved }: CompanyRows,
  { from, to, buckets }: Window,
  present: { readonly available: Cents; readonly reserved: Cents },
): Bucket[] {
  // Reckoned from the present, since what happened before the first row may be forgotten.
  const first = {
    available: present.available - (available.at(-1) ?? 0),
    reserved: present.reserved - (reserved.at(-1) ?? 0),
  };
  const start = rowAt(rows, from);
  const end = rowAt(rows, to + 1);
  const width = narrowest(rows.slice(start, end), buckets, to - from);
  const found: Bucket[] = [];
  let bucket: Bucket | undefined;
  for (let i = start; i < end; i += 1) {
    const row = rows[i];
    if (row === undefined) break;
    if (bucket === undefined || row.at - bucket.at > width) {
      bucket = newBucket(row.at, first.available + (available[i - 1] ?? 0));
      found.push(bucket);
    }
    const balance = first.available + (available[i] ?? 0);
    bucket.position = row.end;
    bucket.lastAt = row.at;
    if (balance < bucket.available.min) bucket.available.min = balance;
    if (balance > bucket.available.max) bucket.available.max = balance;
    bucket.available.last = balance;
    bucket.reserved = first.reserved + (reserved[i] ?? 0);
    if (row.lane !== null) bucket.counts[row.lane] += 1;
  }
  return found;
}

/** Returns the index of the first row at or after an instant. */
function rowAt(rows: readonly TimelineRow[], at: Instant): number {
  return firstIndex(rows.length, (index) => (rows[index]?.at ?? 0) >= at);
}

/** Returns how long buckets must be, in milliseconds, so that there are at most `most` of them. */
function narrowest(rows: readonly TimelineRow[], most: number, longest: number): number {
  return firstIndex(longest, (width) => {
    let next = 0;
    for (let count = 0; count < most && next < rows.length; count += 1) {
      next = rowAt(rows, (rows[next]?.at ?? 0) + width + 1);
    }
    return next >= rows.length;
  });
}

function newBucket(at: Instant, available: Cents): Bucket {
  const counts = { holds: 0, withdrawals: 0, webhooks: 0, bookmarks: 0 };
  return {
    at,
    lastAt: at,
    position: 0,
    available: { min: available, max: available, last: available },
    reserved: 0,
    counts,
  };
}

/** Returns what the lanes show in a window: each event, or clusters of neighbours if there are more than 600. */
export function marksOf({ rows }: CompanyRows, { from, to }: Window): Mark[] {
  const shown: TimelineRow[] = [];
  for (const row of rows) {
    if (row.at > to) break;
    if (row.lane !== null && (row.until ?? row.at) >= from) shown.push(row);
  }
  const isCrowded = shown.length > MAX_MARKS;
  const width = Math.max(1, (to - from + 1) / cellsOfLane);
  const marks = new Map<number, Mark>();
  for (const row of shown) {
    if (row.lane === null) continue;
    // A hold that began before the window is at its edge.
    const cell = Math.floor((Math.max(row.at, from) - from) / width);
    const key = isCrowded ? lanes.indexOf(row.lane) * cellsOfLane + cell : row.position;
    const cluster = marks.get(key);
    if (cluster === undefined) marks.set(key, markOf(row, row.lane));
    else join(cluster, row);
  }
  return [...marks.values()];
}

function markOf({ at, until, position, end, type, id, failed }: TimelineRow, lane: Lane): Mark {
  return { lane, at, until, position, end, type, id, count: 1, failed };
}

function join(cluster: Mark, { at, until, position, end, failed }: TimelineRow): void {
  cluster.until = Math.max(cluster.until ?? cluster.at, until ?? at);
  cluster.type = null;
  cluster.id = null;
  cluster.position = position;
  cluster.end = end;
  cluster.count += 1;
  cluster.failed ||= failed;
}
