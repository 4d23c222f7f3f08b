import { assertReplaceable } from "../succession.ts";
import { type Commit, lastPosition, type Position, UnknownWorld } from "../world-store.ts";
import type { FencedWorld, NumberedWorld } from "./catalogue.ts";
import { type Ask, type Connections, durably } from "./connections.ts";
import { commitsOf } from "./entry.ts";
import { lost } from "./failure.ts";
import { grace, snapshotPositions } from "./snapshots.ts";

const MAX_PAGE_ENTRIES = 500;
const MAX_PAGE_BYTES = 1024 * 1024;

/** Returns where the history of a world begins. */
export async function horizonOf(connections: Connections, { worldId, no }: NumberedWorld): Promise<Position> {
  const [[horizon] = []] = await connections.ask("SELECT horizon FROM $.world WHERE no = $1", no);
  if (horizon === undefined) throw new UnknownWorld(worldId);
  return Number(horizon);
}

/** Returns the last end of an entry at or before a position; without one, the horizon. */
export async function nextHorizon(connections: Connections, world: NumberedWorld, upTo: Position): Promise<Position> {
  const text = "SELECT last FROM $.entry WHERE world = $1 AND first <= $2::bigint ORDER BY first DESC LIMIT 2";
  const ends = (await connections.ask(text, world.no, upTo)).map(([last]) => Number(last));
  return Math.max(await horizonOf(connections, world), ends.find((position) => position <= upTo) ?? 0);
}

/**
 * Forgets history as `WorldStore` says, if its owner still has the world in an epoch. Readings that have begun go on for
 * another minute: only what was forgotten before is deleted. The last entry stays.
 */
export async function forget(
  connections: Connections,
  world: FencedWorld,
  upTo: Position,
  keep: readonly Position[],
): Promise<void> {
  const { worldId, no, epoch } = world;
  if (upTo !== (await nextHorizon(connections, world, upTo)))
    throw new RangeError(`${upTo} cannot be the horizon of ${worldId}`);
  assertReplaceable(worldId, upTo, await snapshotPositions(connections, world), new Set(keep));
  const text = `WITH mine AS (
      UPDATE $.world SET horizon = $3, horizon_at = clock_timestamp() WHERE no = $1 AND epoch = $2 AND ${durably}
      RETURNING no
    ), doomed AS (
      UPDATE $.snapshot SET doomed_at = clock_timestamp() WHERE world IN (SELECT no FROM mine)
      AND doomed_at IS NULL AND NOT position = ANY ($4::bigint[])
    ) SELECT no FROM mine`;
  const mine = await connections.ask(text, no, epoch, upTo, keep);
  if (mine.length === 0) throw lost(worldId);
  await connections.ask(
    `DELETE FROM $.entry e USING $.world w WHERE w.no = $1 AND w.horizon_at < clock_timestamp() - ${grace}
      AND e.world = w.no AND e.last <= w.horizon AND e.first < (SELECT max(first) FROM $.entry WHERE world = $1)`,
    no,
  );
  await connections.ask(`DELETE FROM $.snapshot WHERE world = $1 AND doomed_at < clock_timestamp() - ${grace}`, no);
}

/**
 * Yields the commits with an event after a position and one not after another, page by page and never in an open
 * transaction, which would keep the database from tidying up. What is forgotten while it reads is there for another minute.
 */
export async function* readPages(
  ask: Ask,
  { worldId, no }: NumberedWorld,
  after: Position,
  upTo: Position,
): AsyncGenerator<Commit> {
  let horizon: Position | null = null;
  let end: Position | null = null;
  for (;;) {
    const rows = await ask(page, no, end ?? after);
    const [[found, ...newest] = []] = rows;
    if (found === undefined) throw new UnknownWorld(worldId);
    horizon ??= Number(found);
    // A world that begins with a snapshot has no entries at first.
    const entries = newest[0] === null ? [] : rows;
    for (const [, first, last, body] of entries) {
      if (end !== null && Number(first) !== end + 1)
        throw new Error(`the history of ${worldId} was forgotten while it was read`);
      end = Number(last);
      for (const commit of commitsOf(body ?? "")) {
        if (commit.first > upTo) return;
        if (commit.first > horizon && lastPosition(commit) > after) yield commit;
      }
    }
    if (entries.length === 0 || (end ?? 0) >= upTo) return;
  }
}

/** Asks for the entry with the event after a position, and for some that follow. */
const page = `SELECT w.horizon, e.first, e.last, e.body FROM $.world w LEFT JOIN LATERAL (
    SELECT first, last, body, sum(octet_length(body)) OVER (ORDER BY first) - octet_length(body) AS before
    FROM (
      SELECT * FROM $.entry WHERE world = w.no AND last > $2::bigint AND first >= coalesce(
        (SELECT max(first) FROM $.entry WHERE world = w.no AND first <= $2::bigint + 1), 0)
      ORDER BY first LIMIT ${MAX_PAGE_ENTRIES}
    ) AS newest
  ) e ON e.before < ${MAX_PAGE_BYTES} WHERE w.no = $1 ORDER BY e.first`;
