import type { ListedWorld, Rest } from "../world-store.ts";
import type { Row, Statement } from "./batch.ts";
import { entryOf } from "./kept-worlds.ts";
import { type Tables, timeMs } from "./tables.ts";

/** Notes how a world rests. */
export function noteRest({ schedule }: Tables, world: number, { clock, wakesAt }: Rest): Statement {
  return {
    name: "rest",
    text: `INSERT INTO ${schedule} (world, clock, wakes_at) VALUES ($1, $2, $3)
      ON CONFLICT (world) DO UPDATE SET clock = excluded.clock, wakes_at = excluded.wakes_at`,
    values: [world, JSON.stringify(clock), wakesAt],
  };
}

/** Asks for all worlds with the ends of their histories and how they rest. */
export function askAll({ world, entry, schedule }: Tables): Statement {
  const text = `SELECT w.listed, e.last, s.clock, s.wakes_at FROM ${world} w JOIN ${schedule} s ON s.world = w.no
    CROSS JOIN LATERAL (SELECT last FROM ${entry} WHERE world = w.no ORDER BY first DESC LIMIT 1) e ORDER BY w.no`;
  return { name: "all", text, values: [] };
}

export function listedIn(rows: readonly Row[]): readonly ListedWorld[] {
  return rows.map(([listed, last, clock, wakesAt]) => ({
    entry: entryOf(String(listed)),
    position: Number(last),
    clock: JSON.parse(String(clock)),
    wakesAt: typeof wakesAt === "string" ? Number(wakesAt) : null,
  }));
}

/** Takes worlds in which something is due. Others skip those that are being taken, and do not see them for 15 s. */
export function takeDue({ world, schedule }: Tables, limit: number): Statement {
  const text = `UPDATE ${schedule} s SET wakes_at = ${timeMs} + 15000 FROM ${world} w WHERE w.no = s.world AND s.world IN (
      SELECT world FROM ${schedule} WHERE wakes_at <= ${timeMs} ORDER BY wakes_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING w.listed`;
  return { name: "take due", text, values: [limit] };
}
