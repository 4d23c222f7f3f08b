import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { tablesOf } from "../../src/store/postgres/tables.ts";
import { askTails } from "../../src/store/postgres/tail.ts";
import { commit, commits, entry } from "../../src/store/testing/sample-history.ts";
import { DatabaseProxy } from "./database-proxy.ts";

async function opened(stack: AsyncDisposableStack, url: string, schema: string): Promise<PostgresStore> {
  const store = await PostgresStore.open(url, { schema });
  stack.defer(() => store.close());
  return store;
}

/** Two processes that share the world `a`, which has one event. */
async function twoProcesses(stack: AsyncDisposableStack) {
  const schema = `saldo ${randomUUID()}`;
  const left = await opened(stack, inject("databaseUrl"), schema);
  const right = await opened(stack, inject("databaseUrl"), schema);
  await left.create(entry("a"), commits(1));
  return { left, right, known: await left.turns.end("a") };
}

test("a glance shows what was kept before it was asked for, and waits for nobody's lock", async () => {
  await using stack = new AsyncDisposableStack();
  const { left, right, known } = await twoProcesses(stack);
  const end = await left.turns.take("a", { begin: () => known, work: () => [commit(2, 1)] });
  const glances = Array.from({ length: 20 }, () => right.turns.glance("a", known));
  for (const glance of await Promise.all(glances))
    expect(glance).toMatchObject({ tail: [commit(2, 1)], end, pause: null });
  let during: ReturnType<typeof right.turns.glance> | undefined;
  await left.turns.take("a", {
    begin: () => end,
    work: () => {
      during = right.turns.glance("a", end);
      return [];
    },
  });
  expect(await during).toMatchObject({ tail: [], end, pause: null });
});

test("claims and pauses are seen by others until they end", async () => {
  await using stack = new AsyncDisposableStack();
  const { left, right, known } = await twoProcesses(stack);
  const none = { begun: [], ended: [], takesAll: false, pause: undefined, forget: undefined };
  const turn = async (store: PostgresStore, changes: object) => {
    let seen: unknown;
    await store.turns.take("a", {
      begin: () => known,
      work: ({ claimed, pause }) => {
        seen = [claimed.map(({ deliveryId }) => deliveryId), pause === null ? null : [pause.at, pause.isMine]];
        return [];
      },
      claims: () => ({ ...none, ...changes }),
    });
    return seen;
  };
  await turn(left, { begun: ["one", "two"], pause: 5 });
  expect(await turn(left, {})).toEqual([[], [5, true]]);
  expect(await turn(right, {})).toEqual([
    ["one", "two"],
    [5, false],
  ]);
  expect(await left.turns.isClaimed("a", "one")).toBe(true);
  expect(await right.turns.isClaimed("a", "one")).toBe(false);
  await turn(left, { ended: ["one"], pause: null });
  expect(await turn(right, { takesAll: true })).toEqual([["two"], null]);
  expect(await left.turns.isClaimed("a", "two")).toBe(false);
});

test("a glance whose line is cut is told to nobody as the present", async () => {
  await using stack = new AsyncDisposableStack();
  const proxy = stack.use(await DatabaseProxy.to(inject("databaseUrl")));
  const store = await opened(stack, proxy.url, `saldo ${randomUUID()}`);
  await store.create(entry("a"), commits(1));
  const known = await store.turns.end("a");
  const refused = proxy.refuse();
  await expect(store.turns.glance("a", known)).rejects.toThrow("lost");
  await refused;
  proxy.admit();
  expect((await store.turns.glance("a", known)).end).toEqual(known);
});

test("a question about many worlds reads their entries by key", async () => {
  await using stack = new AsyncDisposableStack();
  const schema = `saldo_${randomUUID().replaceAll("-", "")}`;
  await opened(stack, inject("databaseUrl"), schema);
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  stack.defer(() => client.end());
  await client.query(`INSERT INTO ${schema}.world (id, listed) SELECT 'w' || i, '{}' FROM generate_series(1, 500) i`);
  await client.query(`INSERT INTO ${schema}.entry (world, first, last, turn, body)
    SELECT w, i, i, gen_random_uuid(), 'x' FROM generate_series(1, 500) w, generate_series(1, 100) i`);
  await client.query(`ANALYZE ${schema}.world, ${schema}.entry`);
  await client.query("SET plan_cache_mode = force_generic_plan");
  const worlds = Array.from({ length: 500 }, (_, i) => ({ no: i + 1, known: { position: 100, mark: "100 x" } }));
  const { text, values } = askTails(tablesOf(schema), worlds, randomUUID(), "glance");
  await client.query(`PREPARE tails (integer[], bigint[], uuid) AS ${text}`);
  const given = values.map((value) => `'${value}'`).join(", ");
  const { rows } = await client.query(`EXPLAIN (ANALYZE) EXECUTE tails (${given})`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).not.toMatch(/Seq Scan on entry/);
  expect(plan).toMatch(/entry_pkey/);
});
