import { parseOrigin } from "../world-origin.ts";
import { type End, type Position, UnknownWorld, type WorldEntry } from "../world-store.ts";
import type { Row, Statement } from "./batch.ts";
import type { Tables } from "./tables.ts";
import { endAt, type NumberedWorld } from "./tail.ts";

/** Adds a world. Fails if the id is taken. */
export function insertWorld({ world }: Tables, entry: WorldEntry, horizon: Position): Statement {
  return {
    name: "world",
    text: `INSERT INTO ${world} (id, listed, horizon) VALUES ($1, $2, $3) RETURNING no`,
    values: [entry.worldId, JSON.stringify(entry), horizon],
  };
}

export function askNumber({ world }: Tables, id: string): Statement {
  return { name: "number", text: `SELECT no FROM ${world} WHERE id = $1`, values: [id] };
}

export function askListed({ world }: Tables, id: string): Statement {
  return { name: "listed", text: `SELECT listed FROM ${world} WHERE id = $1`, values: [id] };
}

/** Asks for the horizon and for the last entries up to a position: enough to find a commit's end before it. */
export function askEnd({ world, entry }: Tables, no: number, upTo: Position | null): Statement {
  return {
    name: "end",
    text: `SELECT w.horizon, e.first, e.last, e.turn FROM ${world} w LEFT JOIN LATERAL (
        SELECT first, last, turn FROM ${entry} WHERE world = w.no AND first <= coalesce($2::bigint, first)
        ORDER BY first DESC LIMIT 2
      ) e ON true WHERE w.no = $1 ORDER BY e.first DESC`,
    values: [no, upTo],
  };
}

/** Where a history begins, and where its entries end, the last first. Throws `UnknownWorld`. */
export function endsIn(rows: readonly Row[], { id }: NumberedWorld): { horizon: Position; ends: readonly End[] } {
  const [[horizon] = []] = rows;
  if (horizon === undefined) throw new UnknownWorld(`there is no world ${id}`);
  const ends = rows.map(([, first, last, turn]) => endAt(Number(last), String(first), String(turn)));
  return { horizon: Number(horizon), ends };
}

/** Returns what `insertWorld` was given. */
export function entryOf(listed: string): WorldEntry {
  const { origin, ...entry }: WorldEntry = JSON.parse(listed);
  return origin === undefined ? entry : { ...entry, ...originOf(origin) };
}

/** An origin of another version is left out. */
function originOf(value: unknown): Pick<WorldEntry, "origin"> {
  const origin = parseOrigin(value);
  return origin === undefined ? {} : { origin };
}
