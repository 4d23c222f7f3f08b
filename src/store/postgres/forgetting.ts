import type { Position } from "../world-store.ts";
import type { Statement } from "./batch.ts";
import { deleteCalls } from "./calls.ts";
import { grace } from "./snapshots.ts";
import type { Tables } from "./tables.ts";

/**
 * Forgets entries up to a position, and all snapshots except some. Does nothing if one of these is missing, or if another
 * process has forgotten more: that one has decided which snapshots are needed. Nothing is deleted yet: readings that have begun go on
 * for another minute.
 */
export function forgetting(
  { world, snapshot }: Tables,
  no: number,
  upTo: Position,
  keep: readonly Position[],
): Statement[] {
  const kept = `{${keep.join(",")}}`;
  return [
    {
      name: "forget",
      text: `UPDATE ${world} SET horizon = $2, horizon_at = clock_timestamp() WHERE no = $1 AND horizon < $2::bigint
        AND (SELECT count(*) FROM ${snapshot} WHERE world = $1 AND part = 0 AND doomed_at IS NULL
          AND position = ANY ($3::bigint[])) >= cardinality($3::bigint[])`,
      values: [no, upTo, kept],
    },
    {
      name: "forget snapshots",
      text: `UPDATE ${snapshot} SET doomed_at = clock_timestamp()
        WHERE world = $1 AND doomed_at IS NULL AND NOT position = ANY ($3::bigint[])
        AND (SELECT horizon FROM ${world} WHERE no = $1) = $2::bigint`,
      values: [no, upTo, kept],
    },
  ];
}

/** Deletes what was forgotten before more than a minute. The last entry stays: by it writers know the history. */
export function tidying({ world, entry, snapshot }: Tables, no: number): Statement[] {
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

/** Deletes a world with all that it has. */
export function deleting(tables: Tables, no: number): Statement[] {
  const { world, entry, snapshot, apiKey, schedule, attempt, pause } = tables;
  return [
    { name: "delete world", text: `DELETE FROM ${world} WHERE no = $1`, values: [no] },
    { name: "delete entries", text: `DELETE FROM ${entry} WHERE world = $1`, values: [no] },
    { name: "delete keys", text: `DELETE FROM ${apiKey} WHERE world = $1`, values: [no] },
    { name: "delete schedule", text: `DELETE FROM ${schedule} WHERE world = $1`, values: [no] },
    { name: "delete pause", text: `DELETE FROM ${pause} WHERE world = $1`, values: [no] },
    { name: "delete claims", text: `DELETE FROM ${attempt} WHERE world = $1`, values: [no] },
    { name: "delete snapshots", text: `DELETE FROM ${snapshot} WHERE world = $1`, values: [no] },
    ...deleteCalls(tables, no),
  ];
}
