import type { Position } from "../world-store.ts";
import { arrayOf, type SqlStatement } from "./batch.ts";
import type { FencedWorld } from "./kept-worlds.ts";
import { grace } from "./snapshots.ts";
import type { Tables } from "./tables.ts";

/**
 * Forgets entries up to a position, and all snapshots except some, if the owner still has the world in an epoch. Returns a
 * row if it does. Nothing is deleted yet: readings that have begun go on for another minute.
 */
export function forgetting(
  { world, snapshot }: Tables,
  { no, epoch }: FencedWorld,
  upTo: Position,
  keep: readonly Position[],
): SqlStatement {
  return {
    name: "forget",
    text: `WITH mine AS (
        UPDATE ${world} SET horizon = $3, horizon_at = clock_timestamp() WHERE no = $1 AND epoch = $2 RETURNING no
      ), doomed AS (
        UPDATE ${snapshot} SET doomed_at = clock_timestamp() WHERE world IN (SELECT no FROM mine)
        AND doomed_at IS NULL AND NOT position = ANY ($4::bigint[])
      ) SELECT no FROM mine`,
    values: [no, epoch, upTo, arrayOf(keep)],
  };
}

/** Deletes what was forgotten before more than a minute. The last entry stays. */
export function tidying({ world, entry, snapshot }: Tables, no: number): SqlStatement[] {
  return [
    {
      name: "tidy entries",
      text: `DELETE FROM ${entry} e USING ${world} w WHERE w.no = $1 AND w.horizon_at < clock_timestamp() - ${grace}
        AND e.world = w.no AND e.last <= w.horizon AND e.first < (SELECT max(first) FROM ${entry} WHERE world = $1)`,
      values: [no],
    },
    {
      name: "tidy snapshots",
      text: `DELETE FROM ${snapshot} WHERE world = $1 AND doomed_at < clock_timestamp() - ${grace}`,
      values: [no],
    },
  ];
}

/**
 * Deletes a world, if its owner still has it in an epoch, and then all that it had. The first of these statements waits for
 * what is under way; the others see what that has added.
 */
export function deleting(tables: Tables, { no, epoch }: FencedWorld): readonly [SqlStatement, ...SqlStatement[]] {
  const { world, entry, snapshot, apiKey, schedule } = tables;
  const parts = { entry, snapshot, apiKey, schedule };
  const text = `DELETE FROM ${world} WHERE no = $1 AND epoch = $2 RETURNING no`;
  const rest = Object.entries(parts).map(([name, table]): SqlStatement => {
    const ofDeleted = `DELETE FROM ${table} WHERE world = $1 AND NOT EXISTS (SELECT FROM ${world} WHERE no = $1)`;
    return { name: `delete ${name}`, text: ofDeleted, values: [no] };
  });
  return [{ name: "delete world", text, values: [no, epoch] }, ...rest];
}
