import { type Commit, lastPosition, type Position, UnknownWorld } from "../world-store.ts";
import type { Row, Statement } from "./batch.ts";
import { commitsOf } from "./entry.ts";
import type { Tables } from "./tables.ts";
import type { NumberedWorld } from "./tail.ts";

const MAX_PAGE_ENTRIES = 500;
const MAX_PAGE_BYTES = 1024 * 1024;

/**
 * Yields the commits with an event after a position and one not after another, page by page and never in an open
 * transaction, which would keep the database from tidying up. What is forgotten meanwhile is there for another minute.
 */
export async function* readPages(
  ask: (statement: Statement) => Promise<readonly Row[]>,
  tables: Tables,
  { id, no }: NumberedWorld,
  after: Position,
  upTo: Position,
): AsyncGenerator<Commit> {
  let horizon: Position | null = null;
  let end: Position | null = null;
  for (;;) {
    const rows = await ask(askPage(tables, no, end ?? after));
    const [[found, ...newest] = []] = rows;
    if (found === undefined) throw new UnknownWorld(`there is no world ${id}`);
    horizon ??= Number(found);
    // The world has no entries only while it is deleted.
    const entries = newest[0] === null ? [] : rows;
    for (const [, first, last, body] of entries) {
      if (end !== null && Number(first) !== end + 1)
        throw new Error(`the history of ${id} was forgotten while it was read`);
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
function askPage({ world, entry }: Tables, no: number, after: Position): Statement {
  return {
    name: "page",
    text: `SELECT w.horizon, e.first, e.last, e.body FROM ${world} w LEFT JOIN LATERAL (
        SELECT first, last, body, sum(octet_length(body)) OVER (ORDER BY first) - octet_length(body) AS before
        FROM (
          SELECT * FROM ${entry} WHERE world = w.no AND last > $2::bigint AND first >= coalesce(
            (SELECT max(first) FROM ${entry} WHERE world = w.no AND first <= $2::bigint + 1), 0)
          ORDER BY first LIMIT ${MAX_PAGE_ENTRIES}
        ) AS newest
      ) e ON e.before < ${MAX_PAGE_BYTES} WHERE w.no = $1 ORDER BY e.first`,
    values: [no, after],
  };
}
