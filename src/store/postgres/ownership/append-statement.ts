import type { KeyOf, WorldId } from "../../world-store.ts";
import { type Ask, durably } from "../connections.ts";
import type { Entry } from "../entry.ts";

/** What is to be appended to one world. */
export interface Appending {
  readonly worldId: WorldId;
  readonly entries: readonly Entry[];
  /** API keys that become valid with it. */
  readonly keys: readonly KeyOf[];
}

/** The same, if the process still owns the world in this epoch. */
export interface FencedAppend extends Appending {
  readonly epoch: number;
}

/** Stands between the bodies of entries. JSON has no such character, so that nothing must be escaped. */
const SEPARATOR = 30;

/**
 * Appends to all these worlds that a process still owns in that epoch, and returns their ids. A key that two worlds have,
 * because both were told to, belongs to the newer one.
 *
 * `FOR SHARE` waits for a taking under way and then sees it, and a taking waits for this. With a plain read or a weaker
 * lock, the next owner could read a history without an entry that is kept all the same.
 */
export async function appendTo(
  ask: Ask,
  processId: string,
  appends: readonly FencedAppend[],
): Promise<ReadonlySet<WorldId>> {
  const entries = appends.flatMap(({ worldId, entries: each }) => each.map((one) => ({ worldId, ...one })));
  const keys = appends.flatMap(({ worldId, keys: each }) => each.map((one) => ({ worldId, ...one })));
  const rows = await ask(
    `WITH locked AS (
      SELECT no, id, epoch FROM $.world WHERE id = ANY ($1::text[]) AND owner = $3 AND ${durably} ORDER BY no FOR SHARE
    ), mine AS MATERIALIZED (
      SELECT no, id FROM locked JOIN unnest($1::text[], $2::bigint[]) AS q (id, epoch) USING (id, epoch)
    ), kept AS (
      INSERT INTO $.entry (world, first, last, body) SELECT no, first, last, body FROM mine
      JOIN unnest($4::text[], $5::bigint[], $6::bigint[], string_to_array($7, chr(${SEPARATOR})))
        AS e (id, first, last, body) USING (id)
    ), told AS (
      INSERT INTO $.api_key (digest, world, company)
      SELECT DISTINCT ON (digest) digest, no, company FROM mine
      JOIN unnest($8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS k (id, digest, company, i) USING (id)
      ORDER BY digest, i DESC
      ON CONFLICT (digest) DO UPDATE SET world = excluded.world, company = excluded.company
    ) SELECT id FROM mine`,
    appends.map(({ worldId }) => worldId),
    appends.map(({ epoch }) => epoch),
    processId,
    entries.map(({ worldId }) => worldId),
    entries.map(({ first }) => first),
    entries.map(({ last }) => last),
    entries.map(({ body }) => body).join(String.fromCharCode(SEPARATOR)),
    keys.map(({ worldId }) => worldId),
    keys.map(({ digest }) => digest),
    keys.map(({ companyId }) => companyId),
  );
  return new Set(rows.map(([id]) => String(id)));
}
