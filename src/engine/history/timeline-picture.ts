import type { Instant } from "../../domain/instant.ts";
import type { Cents } from "../../domain/money.ts";
import type { Position } from "../../store/world-store.ts";
import type { Stretch } from "./chronicle.ts";
import { type Lane, lanes, type Row, rowAfter } from "./timeline.ts";

export interface Window {
  readonly from: Instant;
  readonly to: Instant;
  readonly buckets: number;
  readonly companyId: string;
}

export interface Bucket {
  /** When it begins. */
  readonly at: Instant;
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
  type: Row["type"] | null;
  id: string | null;
  count: number;
  failed: boolean;
}

export const MAX_MARKS = 600;
const cellsOfLane = MAX_MARKS / lanes.length;

/** Returns the rows on a branch that are about a company or about no company, in the order of time. */
export function rowsAlong(rows: readonly Row[], branch: readonly Stretch[], companyId: string): Row[] {
  return branch.flatMap(({ after, upTo }) =>
    rows
      .slice(rowAfter(rows, after), rowAfter(rows, upTo))
      .filter((row) => row.companyId === null || row.companyId === companyId),
  );
}

/** Returns the buckets of a window in which anything happened. `present`: the money after the last row. */
export function bucketsOf(
  rows: readonly Row[],
  { from, to, buckets }: Window,
  present: { readonly available: Cents; readonly reserved: Cents },
): Bucket[] {
  // Reckoned from the present, since what happened before the first row may be forgotten.
  let { available, reserved } = present;
  for (const row of rows) {
    available -= row.availableCents;
    reserved -= row.reservedCents;
  }
  const width = Math.max(1, (to - from + 1) / buckets);
  const found = new Map<number, Bucket>();
  for (const row of rows) {
    if (row.at > to) break;
    const before = available;
    available += row.availableCents;
    reserved += row.reservedCents;
    if (row.at < from) continue;
    const index = Math.floor((row.at - from) / width);
    const bucket = found.get(index) ?? newBucket(Math.ceil(from + index * width), before);
    found.set(index, bucket);
    bucket.position = row.end;
    bucket.available.min = Math.min(bucket.available.min, available);
    bucket.available.max = Math.max(bucket.available.max, available);
    bucket.available.last = available;
    bucket.reserved = reserved;
    if (row.lane !== null) bucket.counts[row.lane] += 1;
  }
  return [...found.values()];
}

function newBucket(at: Instant, available: Cents): Bucket {
  const counts = { holds: 0, withdrawals: 0, webhooks: 0, bookmarks: 0 };
  return { at, position: 0, available: { min: available, max: available, last: available }, reserved: 0, counts };
}

/** Returns what the lanes show in a window: each event, or clusters of neighbours if there are more than 600. */
export function marksOf(rows: readonly Row[], { from, to }: Window): Mark[] {
  const shown = rows.filter(({ lane, at, until }) => lane !== null && at <= to && (until ?? at) >= from);
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

function markOf({ at, until, position, end, type, id, failed }: Row, lane: Lane): Mark {
  return { lane, at, until, position, end, type, id, count: 1, failed };
}

function join(cluster: Mark, { at, until, position, end, failed }: Row): void {
  cluster.until = Math.max(cluster.until ?? cluster.at, until ?? at);
  cluster.type = null;
  cluster.id = null;
  cluster.position = position;
  cluster.end = end;
  cluster.count += 1;
  cluster.failed ||= failed;
}
