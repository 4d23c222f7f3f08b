import { assertReplaceable } from "../succession.ts";
import { type Commit, lastPosition, type Position, UnknownWorld } from "../world-store.ts";
import type { Row, SqlStatement } from "./batch.ts";
import type { Connections } from "./connections.ts";
import { commitsOf } from "./entry.ts";
import { forgetting, tidying } from "./forgetting.ts";
import type { FencedWorld, NumberedWorld } from "./kept-worlds.ts";
import { lost } from "./open-worlds.ts";
import type { Snapshots } from "./snapshots.ts";
import type { Tables } from "./tables.ts";

const MAX_PAGE_ENTRIES = 500;
const MAX_PAGE_BYTES = 1024 * 1024;

/** The histories of worlds, as the database has them. */
export class Histories {
  readonly #connections: Connections;
  readonly #tables: Tables;
  readonly #snapshots: Snapshots;

  constructor(connections: Connections, tables: Tables, snapshots: Snapshots) {
    this.#connections = connections;
    this.#tables = tables;
    this.#snapshots = snapshots;
  }

  async horizon(world: NumberedWorld): Promise<Position> {
    return (await this.#ends(world, null)).horizon;
  }

  /** Returns the last end of an entry at or before a position; without one, the horizon. */
  async nextHorizon(world: NumberedWorld, upTo: Position): Promise<Position> {
    const { horizon, ends } = await this.#ends(world, upTo);
    return Math.max(horizon, ends.find((position) => position <= upTo) ?? 0);
  }

  /** Forgets history as `WorldStore` says. */
  async forget(world: FencedWorld, upTo: Position, keep: readonly Position[]): Promise<void> {
    if (upTo !== (await this.nextHorizon(world, upTo))) {
      throw new RangeError(`${upTo} cannot be the horizon of ${world.id}`);
    }
    assertReplaceable(world.id, upTo, await this.#snapshots.positions(world), new Set(keep));
    const mine = await this.#connections.ask(forgetting(this.#tables, world, upTo, keep));
    if (mine.length === 0) throw lost(world.id);
    await this.#connections.run(...tidying(this.#tables, world.no));
  }

  /** Where a history begins, and where its entries end, the last first. Two are enough to find an end before `upTo`. */
  async #ends({ id, no }: NumberedWorld, upTo: Position | null) {
    const { world, entry } = this.#tables;
    const rows = await this.#connections.ask({
      name: "ends",
      text: `SELECT w.horizon, e.last FROM ${world} w LEFT JOIN LATERAL (
          SELECT first, last FROM ${entry} WHERE world = w.no AND first <= coalesce($2::bigint, first)
          ORDER BY first DESC LIMIT 2
        ) e ON true WHERE w.no = $1 ORDER BY e.first DESC`,
      values: [no, upTo],
    });
    const [[horizon] = []] = rows;
    if (horizon === undefined) throw new UnknownWorld(id);
    return { horizon: Number(horizon), ends: rows.map(([, last]) => Number(last ?? 0)) };
  }
}

/**
 * Yields the commits with an event after a position and one not after another, page by page and never in an open
 * transaction, which would keep the database from tidying up. What is forgotten while it reads is there for another minute.
 */
export async function* readPages(
  ask: (statement: SqlStatement) => Promise<readonly Row[]>,
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
    if (found === undefined) throw new UnknownWorld(id);
    horizon ??= Number(found);
    // A world that begins with a snapshot has no entries at first.
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
function askPage({ world, entry }: Tables, no: number, after: Position): SqlStatement {
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
