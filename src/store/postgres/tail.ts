import {
  type Commit,
  Conflict,
  type End,
  type Position,
  TooFarBehind,
  type Turn,
  UnknownWorld,
} from "../world-store.ts";
import type { Row, Statement } from "./batch.ts";
import { claimsIn, claimsOn } from "./claims.ts";
import { commitsOf } from "./entry.ts";
import { Lost } from "./failure.ts";
import type { Tables } from "./tables.ts";

/**
 * How a tail is asked for. A turn has the lock, so its clock is read after that, and its tail is short: others wait while it
 * is read. A glance has no lock: it tells the time before the reading, and can catch up with much. That is when its
 * transaction began: the snapshot is taken when PostgreSQL gets the values, and the time of the statement is that of the
 * message after them, by which others may have stopped the clock.
 */
const WAYS_TO_ASK = {
  turn: { clock: "clock", maxEntries: 256, maxBytes: 256 * 1024 },
  glance: { clock: "transaction", maxEntries: 4_096, maxBytes: 4 * 1024 * 1024 },
} as const;

export type WayToAsk = keyof typeof WAYS_TO_ASK;

/** What a turn or a glance learns of a world. */
export interface Tail extends Turn {
  readonly end: End;
  /** Milliseconds since 1970 by the database's clock. */
  readonly now: number;
}

/** A world in the database. A world that is made anew under the same id has another number. */
export interface NumberedWorld {
  readonly id: string;
  readonly no: number;
}

/** Returns the end after an entry. */
export function endAt(last: Position, first: Position | string, turn: string): End {
  return { position: last, mark: `${first} ${turn}` };
}

/**
 * Asks for the tails of worlds. Each begins with the last entry that is known: if that is not there any more, histories
 * have parted. The clock is read by this very statement. The entries are read by their key for each world: a plain join would read the whole table.
 */
export function askTails(tables: Tables, worlds: readonly AskedTail[], by: string, way: WayToAsk): Statement {
  const { clock, maxEntries, maxBytes } = WAYS_TO_ASK[way];
  return {
    name: `tails by ${clock}`,
    text: `SELECT q.i, w.horizon, CASE WHEN NOT pg_is_in_recovery() THEN extract(epoch FROM ${clock}_timestamp()) * 1000 END, c.claimed, p.pause, e.* FROM
        unnest($1::integer[], $2::bigint[]) WITH ORDINALITY AS q (no, known, i)
      LEFT JOIN LATERAL (SELECT no, horizon FROM ${tables.world} WHERE no = q.no LIMIT 1) w ON true
      ${claimsOn(tables, "$3")}
      LEFT JOIN LATERAL (
        SELECT first, last, turn, CASE WHEN first = q.known THEN ''
          WHEN sum(CASE WHEN first = q.known THEN 0 ELSE octet_length(body) END) OVER (ORDER BY first) <= ${maxBytes}
          THEN body END
        FROM (
          SELECT * FROM ${tables.entry} WHERE world = w.no AND first >= q.known ORDER BY first LIMIT ${maxEntries + 1}
        ) AS newest
      ) e ON true ORDER BY q.i, e.first`,
    values: [`{${worlds.map(({ no }) => no)}}`, `{${worlds.map(({ known }) => firstOf(known))}}`, by],
  };
}

/** A world whose tail is asked for, after an end. */
export interface AskedTail {
  readonly no: number;
  readonly known: End;
}

/** Asks whether the last entry of an end is there. */
export function askEntry({ entry }: Tables, no: number, { mark }: End): Statement {
  const [first = "", turn = ""] = mark.split(" ");
  return {
    name: "is kept",
    text: `SELECT 1 FROM ${entry} WHERE world = $1 AND first = $2 AND turn = $3`,
    values: [no, first, turn],
  };
}

/**
 * Returns the tail of one world in its rows of `askTails`. Throws `UnknownWorld`, `Conflict` if the known end is not part of the
 * history, and `TooFarBehind` if the tail is long or its beginning forgotten.
 */
export function tailIn(rows: readonly Row[], { id }: NumberedWorld, known: End, way: WayToAsk): Tail {
  const [[, horizon = null, now = null, claimed = null, pause = null, ...mine] = [], ...others] = rows;
  // A server that was primary tells what it knew then.
  if (now === null) throw new Lost("the database is a standby");
  if (horizon === null) throw new UnknownWorld(`there is no world ${id}`);
  const [first, last, turn] = mine;
  if (`${first} ${turn}` !== known.mark || Number(last) !== known.position) {
    if (known.position < Number(horizon))
      throw new TooFarBehind(`the history of ${id} after ${known.position} is forgotten`);
    throw new Conflict(
      `the history of ${id} is not the one that was known at ${known.position}: another one took its place`,
    );
  }
  const commits: Commit[] = [];
  let end = known;
  for (const [, , , , , from, upTo, by, body] of others) {
    if (typeof body !== "string" || others.length >= WAYS_TO_ASK[way].maxEntries) {
      throw new TooFarBehind(`much was appended to the history of ${id} after ${known.position}`);
    }
    commits.push(...commitsOf(body));
    end = endAt(Number(upTo), String(from), String(by));
  }
  return { tail: commits, end, now: Number(now), ...claimsIn([claimed, pause]) };
}

function firstOf({ mark }: End): string {
  return mark.slice(0, mark.indexOf(" "));
}
