import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { Connections } from "../../src/store/postgres/connections.ts";
import { Lost, NotSent } from "../../src/store/postgres/failure.ts";

/** How long a caller waits, for a connection and for an answer. */
const MAX_ANSWER_MS = 4_000;
/** A caller waits for the end of a connection, and then for the beginning of the next one: together for longer than it may. */
const END_S = 2;
/** The advisory lock that a connection waits for when it begins. */
const GATE = 71;

test("a connection that is ready after its caller has waited too long serves the next one", async () => {
  await using stack = new AsyncDisposableStack();
  const schema = `slow_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  stack.defer(() => client.end());
  // What each new connection is asked first waits for the gate.
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`CREATE FUNCTION ${schema}.pg_backend_pid() RETURNS integer LANGUAGE sql
    AS 'SELECT pg_catalog.pg_advisory_xact_lock_shared(${GATE}); SELECT pg_catalog.pg_backend_pid()'`);
  const url = new URL(inject("databaseUrl"));
  url.searchParams.set("options", `-c search_path=${schema},pg_catalog`);
  const connections = await Connections.to(url.href, schema, 1, MAX_ANSWER_MS);

  await connections.ask("SELECT 1");
  await client.query(`SELECT pg_advisory_lock(${GATE})`);
  const first = connections.ask(`SELECT pg_sleep(${END_S}), pg_terminate_backend(pg_catalog.pg_backend_pid())`);
  const waiting = connections.ask("SELECT 1");
  await Promise.all([expect(first).rejects.toThrow(Lost), expect(waiting).rejects.toThrow(NotSent)]);
  await client.query(`SELECT pg_advisory_unlock(${GATE})`);
  expect(await connections.ask("SELECT 1")).toEqual([["1"]]);
  await connections.close();
});
