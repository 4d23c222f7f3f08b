import type { ListedWorld, Rest } from "../world-store.ts";
import type { Row, SqlStatement } from "./batch.ts";
import { entryOf, type FencedWorld, lastOf } from "./kept-worlds.ts";
import type { Tables } from "./tables.ts";

/** Notes how a world rests, if its owner still has it in an epoch. Returns a row if it was noted. */
export function noteRest(
  { world, schedule }: Tables,
  { no, epoch }: FencedWorld,
  { clock, wakesAt, summary }: Rest,
): SqlStatement {
  return {
    name: "rest",
    text: `WITH mine AS (SELECT no FROM ${world} WHERE no = $1 AND epoch = $2 FOR SHARE)
      INSERT INTO ${schedule} (world, clock, wakes_at, summary) SELECT no, $3, $4::double precision, $5 FROM mine
      ON CONFLICT (world) DO UPDATE
        SET clock = excluded.clock, wakes_at = excluded.wakes_at, summary = excluded.summary RETURNING world`,
    values: [no, epoch, JSON.stringify(clock), wakesAt, summary === undefined ? null : JSON.stringify(summary)],
  };
}

/** Asks for all worlds with the ends of their histories and how they rest. */
export function askAll({ world, entry, schedule }: Tables): SqlStatement {
  const text = `SELECT w.listed, coalesce((${lastOf(entry)}), w.horizon), s.clock, s.wakes_at, s.summary
    FROM ${world} w JOIN ${schedule} s ON s.world = w.no ORDER BY w.no`;
  return { name: "all", text, values: [] };
}

export function listedIn(rows: readonly Row[]): readonly ListedWorld[] {
  return rows.map(([listed, last, clock, wakesAt, summary]) => ({
    entry: entryOf(String(listed)),
    position: Number(last),
    clock: JSON.parse(String(clock)),
    wakesAt: typeof wakesAt === "string" ? Number(wakesAt) : null,
    ...(typeof summary === "string" && { summary: JSON.parse(summary) }),
  }));
}

/** Asks for some worlds by their ids, and for some without an owner in which something is due at `now`. */
export function askDue({ world, schedule }: Tables, ids: string, now: number, limit: number): SqlStatement {
  const text = `SELECT listed FROM ${world} WHERE id = ANY ($1::text[]) UNION ALL (
      SELECT w.listed FROM ${schedule} s JOIN ${world} w ON w.no = s.world
      WHERE s.wakes_at <= $2::double precision AND w.owner IS NULL ORDER BY random() LIMIT $3::bigint
    )`;
  return { name: "due", text, values: [ids, now, limit] };
}

/** Makes the worlds due that a process has. */
export function wakeOwned({ world, schedule }: Tables, processId: string): SqlStatement {
  const text = `UPDATE ${schedule} s SET wakes_at = 0 FROM ${world} w WHERE w.no = s.world AND w.owner = $1`;
  return { name: "wake owned", text, values: [processId] };
}
