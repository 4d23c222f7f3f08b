import { crc32 } from "node:zlib";
import type { CallRange, Notes } from "../call-log.ts";
import type { Statement } from "./batch.ts";
import type { Tables } from "./tables.ts";

/** Adds what a process has noted of a world. Whoever reads never sees a number before all smaller ones. */
export function addNotes(tables: Tables, no: number, { calls, missed, met }: Notes, keep: number): Statement[] {
  return [
    lockCalls(tables, no),
    {
      name: "add calls",
      text: `INSERT INTO ${tables.call} (world, id, operation, status, body)
        SELECT $1::integer, known.last + $2::bigint + c.n, c.operation, c.status, c.body
        FROM (SELECT coalesce(max(id), 0) AS last FROM ${tables.call} WHERE world = $1::integer) known,
          unnest($3::text[], $4::integer[], $5::text[]) WITH ORDINALITY AS c (operation, status, body, n)
        WHERE EXISTS (SELECT FROM ${tables.world} WHERE no = $1::integer)`,
      values: [
        no,
        missed,
        arrayOf(calls.map(({ operationId }) => operationId)),
        arrayOf(calls.map(({ status }) => status)),
        arrayOf(calls.map(({ text }) => text)),
      ],
    },
    {
      name: "trim calls",
      text: `DELETE FROM ${tables.call}
        WHERE world = $1 AND id <= (SELECT max(id) FROM ${tables.call} WHERE world = $1) - $2::bigint`,
      values: [no, keep],
    },
    {
      name: "add met",
      text: `INSERT INTO ${tables.met} AS known (world, name, count)
        SELECT $1::integer, name, count FROM unnest($2::text[], $3::bigint[]) AS m (name, count)
        WHERE EXISTS (SELECT FROM ${tables.world} WHERE no = $1::integer)
        ON CONFLICT (world, name) DO UPDATE SET count = known.count + excluded.count`,
      values: [no, arrayOf([...met.keys()]), arrayOf([...met.values()])],
    },
  ];
}

export function askCalls({ call }: Tables, no: number, wanted: CallRange): Statement {
  const { after, before, operationId, status, limit } = wanted;
  return {
    name: "calls",
    text: `SELECT id, body FROM ${call}
      WHERE world = $1 AND id > $2::bigint AND ($3::bigint IS NULL OR id < $3::bigint)
      AND ($4::text IS NULL OR operation = $4::text) AND ($5::integer IS NULL OR status = $5::integer)
      ORDER BY id DESC LIMIT $6::bigint`,
    values: [no, after, before, operationId, status, limit],
  };
}

/** Asks for the counts of a world, or with null for those of all, deleted ones too. */
export function askMet({ met }: Tables, no: number | null): Statement {
  return {
    name: "met",
    text: `SELECT name, sum(count) FROM ${met} WHERE $1::integer IS NULL OR world = $1::integer GROUP BY name`,
    values: [no],
  };
}

/** Deletes the calls of a world, and moves its counts to those of no world. */
export function deleteCalls(tables: Tables, no: number): Statement[] {
  const { call, met } = tables;
  return [
    lockCalls(tables, no),
    { name: "delete calls", text: `DELETE FROM ${call} WHERE world = $1`, values: [no] },
    {
      name: "keep met",
      text: `INSERT INTO ${met} AS known (world, name, count)
        SELECT 0, name, count FROM ${met} WHERE world = $1 ORDER BY name
        ON CONFLICT (world, name) DO UPDATE SET count = known.count + excluded.count`,
      values: [no],
    },
    { name: "delete met", text: `DELETE FROM ${met} WHERE world = $1`, values: [no] },
  ];
}

function lockCalls({ schema }: Tables, no: number): Statement {
  const space = crc32(`calls of ${schema}`) | 0;
  return { name: "lock calls", text: "SELECT pg_advisory_xact_lock($1::integer, $2::integer)", values: [space, no] };
}

/** Returns an array as PostgreSQL reads it. */
function arrayOf(values: readonly (string | number | null)[]): string {
  const texts = values.map((value) => {
    return typeof value === "string" ? `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` : value;
  });
  return `{${texts.map((text) => text ?? "NULL").join(",")}}`;
}
