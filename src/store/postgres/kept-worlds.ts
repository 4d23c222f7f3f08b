import { parseOrigin } from "../world-origin.ts";
import type { Position, WorldEntry } from "../world-store.ts";
import type { SqlStatement } from "./batch.ts";
import type { Tables } from "./tables.ts";

/** Adds a world, with a process as its owner. Fails if the id is taken. */
export function insertWorld({ world }: Tables, entry: WorldEntry, horizon: Position, owner: string): SqlStatement {
  return {
    name: "world",
    text: `INSERT INTO ${world} (id, listed, horizon, owner, epoch) VALUES ($1, $2, $3, $4, 1) RETURNING no`,
    values: [entry.worldId, JSON.stringify(entry), horizon, owner],
  };
}

/** Asks for the number of a world, and for the end of its history. */
export function askPlace({ world, entry }: Tables, id: string): SqlStatement {
  const text = `SELECT no, coalesce((${lastOf(entry)}), horizon) FROM ${world} w WHERE id = $1`;
  return { name: "place", text, values: [id] };
}

/** A part of a question: the last position of the entries of the world `w`; null if it has none. */
export function lastOf(entry: string): string {
  return `SELECT last FROM ${entry} WHERE world = w.no ORDER BY first DESC LIMIT 1`;
}

export function askListed({ world }: Tables, id: string): SqlStatement {
  return { name: "listed", text: `SELECT listed FROM ${world} WHERE id = $1`, values: [id] };
}

/** A world in the database. A world that is made anew under the same id has another number. */
export interface NumberedWorld {
  readonly id: string;
  readonly no: number;
}

/** A world with the epoch of its owner, for statements that do nothing once another process has taken the world. */
export interface FencedWorld extends NumberedWorld {
  /** Throws `WriteFailed` if this process has lost the world. */
  readonly epoch: number;
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
