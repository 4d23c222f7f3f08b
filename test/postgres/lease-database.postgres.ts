import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { Connections } from "../../src/store/postgres/connections.ts";
import { entriesOf } from "../../src/store/postgres/entry.ts";
import { codes, NotSent } from "../../src/store/postgres/failure.ts";
import type { FencedAppend } from "../../src/store/postgres/ownership/append-statement.ts";
import { SqlLeaseDatabase } from "../../src/store/postgres/ownership/lease-database.ts";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { commit, entry } from "../../src/store/testing/sample-history.ts";

const leaseMs = 60_000;

let connections: Connections;
let schema: string;
let database: SqlLeaseDatabase;

const client = new pg.Client({ connectionString: inject("databaseUrl") });
await client.connect();
afterAll(() => client.end());
beforeEach(async () => {
  schema = `saldo_${randomUUID().replaceAll("-", "")}`;
  await PostgresStore.migrate(inject("databaseUrl"), schema);
  connections = await Connections.to(inject("databaseUrl"), schema, 4);
  database = new SqlLeaseDatabase(connections, connections);
  await client.query(`SET search_path TO ${schema}`);
});
afterEach(async () => {
  await client.query("ROLLBACK");
  await connections.close();
});

const processOf = () => ({ processId: randomUUID(), address: "http://10.0.0.7:4400", token: randomUUID() });

async function makeWorld(id: string, owner: string | null, epoch: number): Promise<void> {
  await client.query("INSERT INTO world (id, listed, owner, epoch) VALUES ($1, $2, $3, $4)", [
    id,
    JSON.stringify(entry(id)),
    owner,
    epoch,
  ]);
}

function appendOf(worldId: string, epoch: number, first = 1): FencedAppend {
  const keys = [{ digest: `key of ${worldId}`, companyId: "c" }];
  return { worldId, epoch, entries: entriesOf([commit(first, 2)]), keys };
}

async function column(sql: string): Promise<readonly unknown[]> {
  const { rows } = await client.query({ text: sql, rowMode: "array" });
  return rows.map(([value]) => value);
}

/** Resolves when a statement of another connection waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting =
    "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  const other = new pg.Client({ connectionString: inject("databaseUrl") });
  await other.connect();
  for (;;) {
    const { rows } = await other.query(waiting);
    if (Number(rows[0]?.count) > 0) break;
  }
  await other.end();
}

test("a renewal makes the beat grow, and tells a process without a row that it was buried", async () => {
  const self = processOf();
  await database.register(self, leaseMs);
  expect(await database.renew(self, leaseMs)).toBe(true);
  expect(await database.processes()).toEqual([{ ...self, beat: 1, hasEnded: false }]);
  await database.renew(self, 0);
  expect(await database.processes()).toEqual([{ ...self, beat: 2, hasEnded: true }]);
  await database.unregister(self.processId);
  expect(await database.renew(self, leaseMs)).toBe(false);
  expect(await database.processes()).toEqual([]);
});

test("a renewal tells the address that a process knows by then", async () => {
  const self = { ...processOf(), address: "" };
  await database.register(self, leaseMs);
  await database.renew({ ...self, address: "http://10.0.0.8:1" }, leaseMs);
  expect((await database.processes()).map(({ address }) => address)).toEqual(["http://10.0.0.8:1"]);
});

test("only a process is buried whose lease has ended, and whose beat is the one that was seen", async () => {
  const self = processOf();
  await database.register(self, leaseMs);
  expect(await database.bury(self.processId, 0)).toBe(false);
  await database.renew(self, 0);
  expect(await database.bury(self.processId, 0)).toBe(false);
  expect(await database.bury(self.processId, 1)).toBe(true);
  expect(await database.processes()).toEqual([]);
});

test("a burial waits for a renewal under way, and then finds a living process", async () => {
  const self = processOf();
  await database.register(self, 0);
  await client.query("BEGIN");
  await client.query("UPDATE process SET lease_until = clock_timestamp() + interval '5 s'");
  const buried = database.bury(self.processId, 0);
  await someoneWaits();
  await client.query("COMMIT");
  expect(await buried).toBe(false);
});

test("a world is taken as it was seen, and by one of those who saw it so", async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await makeWorld("a", null, 4);
  expect(await database.look("none")).toBeNull();
  const seen = await database.look("a");
  expect(seen).toEqual({ epoch: 4, owner: null });
  if (seen === null) return;
  const taken = await Promise.all([one, two].map((id) => database.take("a", id, seen)));
  expect(new Set(taken)).toEqual(new Set([5, null]));
  const owner = taken[0] === 5 ? one : two;
  expect(await database.look("a")).toEqual({ epoch: 5, owner });
  expect(await database.take("a", two, { epoch: 5, owner: randomUUID() })).toBeNull();
  expect(await database.take("a", one, { epoch: 5, owner })).toBe(6);
});

test("an append reaches the worlds that the process has in that epoch, with their keys, and no others", async () => {
  const [self, other] = [randomUUID(), randomUUID()];
  await makeWorld("mine", self, 3);
  await makeWorld("later", self, 4);
  await makeWorld("theirs", other, 3);
  await makeWorld("resting", null, 3);
  const ids = ["theirs", "mine", "later", "resting", "none"];
  const kept = await database.append(
    self,
    ids.map((id) => appendOf(id, 3)),
  );
  expect(kept).toEqual(new Set(["mine"]));
  expect(await column("SELECT w.id FROM entry e JOIN world w ON w.no = e.world")).toEqual(["mine"]);
  expect(await column("SELECT digest FROM api_key")).toEqual(["key of mine"]);
  expect(await database.place("mine", self, 3)).toMatchObject({ end: 2 });
  expect(await database.place("later", self, 4)).toMatchObject({ end: 0 });
  const notMine = [["mine", self, 2] as const, ["theirs", self, 3] as const, ["none", self, 3] as const];
  for (const [id, processId, epoch] of notMine) expect(await database.place(id, processId, epoch)).toBeNull();
});

test("an append without keys or with many entries keeps all as it is, quotes and backslashes too", async () => {
  const self = randomUUID();
  const id = 'a "quoted" \\ {id}, NULL';
  await makeWorld(id, self, 1);
  await makeWorld("b", self, 1);
  const entries = [1, 3, 5].flatMap((first) => entriesOf([commit(first, 2, `"\\ \u001e ${first}`)]));
  const [odd, plain] = [{ worldId: id, epoch: 1, entries, keys: [] }, appendOf("b", 1)];
  expect(await database.append(self, [odd, plain])).toEqual(new Set([id, "b"]));
  expect(await column("SELECT body FROM entry WHERE world = 1 ORDER BY first")).toEqual(
    entries.map(({ body }) => body),
  );
  expect(await database.append(self, [{ ...odd, entries: [] }])).toEqual(new Set([id]));
});

test("a key that an append names twice is the later one's", async () => {
  const self = randomUUID();
  await makeWorld("a", self, 1);
  const keys = ["one", "two"].map((companyId) => ({ digest: "d", companyId }));
  await database.append(self, [{ ...appendOf("a", 1), keys }]);
  expect(await column("SELECT company FROM api_key")).toEqual(["two"]);
});

test("an append waits for a taking under way, and then keeps nothing", async () => {
  const self = randomUUID();
  await makeWorld("a", self, 1);
  await client.query("BEGIN");
  await client.query("UPDATE world SET owner = gen_random_uuid(), epoch = epoch + 1");
  const appended = database.append(self, [appendOf("a", 1)]);
  await someoneWaits();
  await client.query("COMMIT");
  expect(await appended).toEqual(new Set());
  expect(await column("SELECT first FROM entry")).toEqual([]);
});

test("a taking waits for an append under way, so that who reads afterwards misses nothing", async () => {
  const [self, other] = [randomUUID(), randomUUID()];
  await makeWorld("a", self, 1);
  const locked = "SELECT no FROM world WHERE id = 'a' AND owner = $1 AND epoch = 1 FOR SHARE";
  await client.query("BEGIN");
  await client.query(`INSERT INTO entry (world, first, last, body) SELECT no, 1, 1, '' FROM (${locked}) w`, [self]);
  const taken = database.take("a", other, { epoch: 1, owner: self });
  await someoneWaits();
  await client.query("COMMIT");
  expect(await taken).toBe(2);
  expect(await database.place("a", other, 2)).toMatchObject({ end: 1 });
});

test("raising an epoch waits for an append under way, and fences those of before", async () => {
  const [self, other] = [randomUUID(), randomUUID()];
  await makeWorld("a", self, 1);
  await makeWorld("theirs", other, 1);
  await client.query("BEGIN");
  await client.query("SELECT no FROM world WHERE id = 'a' FOR SHARE");
  const raised = database.raise("a", self);
  await someoneWaits();
  await client.query("COMMIT");
  expect(await raised).toBe(2);
  expect(await database.raise("theirs", self)).toBeNull();
  expect(await database.append(self, [appendOf("a", 1)])).toEqual(new Set());
  expect(await database.append(self, [appendOf("a", 2)])).toEqual(new Set(["a"]));
});

test("a world is released by its owner in its epoch only", async () => {
  const self = randomUUID();
  await makeWorld("a", self, 2);
  await database.release("a", self, 1);
  await database.release("a", randomUUID(), 2);
  expect(await database.look("a")).toEqual({ epoch: 2, owner: self });
  await database.release("a", self, 2);
  expect(await database.look("a")).toEqual({ epoch: 2, owner: null });
});

test("two entries from the same end are an alarm, and the whole append is undone", async () => {
  const self = randomUUID();
  await makeWorld("a", self, 1);
  await makeWorld("b", self, 1);
  await database.append(self, [appendOf("a", 1)]);
  const again = database.append(self, [appendOf("b", 1), appendOf("a", 1)]);
  await expect(again).rejects.toMatchObject({ name: "Rejected", code: codes.uniqueViolation });
  expect(await database.place("b", self, 1)).toMatchObject({ end: 0 });
});

test("what was not sent, because there is no connection, is told apart from what is lost", async () => {
  const nowhere = await Connections.to("postgres://saldo@127.0.0.1:1/postgres", schema, 1);
  const away = new SqlLeaseDatabase(nowhere, nowhere);
  await expect(away.append(randomUUID(), [])).rejects.toBeInstanceOf(NotSent);
  await nowhere.close();
});

/** Notes in `waits`, as each transaction ends that changes a row of these tables, whether it waits for the disk. */
async function noteWaits(...tables: readonly string[]): Promise<void> {
  await client.query(`CREATE TABLE waits (mode text);
    CREATE FUNCTION ${schema}.note() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO ${schema}.waits VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$`);
  for (const table of tables) {
    await client.query(`CREATE CONSTRAINT TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.note()`);
  }
}

test("each statement that writes waits for the disk, although the database is configured not to", async () => {
  const url = new URL(inject("databaseUrl"));
  url.searchParams.set("options", "-c synchronous_commit=off");
  const careless = await Connections.to(url.href, schema, 1);
  const written = new SqlLeaseDatabase(careless, careless);
  await noteWaits("process", "entry", "world");
  const self = processOf();
  await makeWorld("a", null, 1);
  await client.query("TRUNCATE waits");
  expect(await careless.ask("SHOW synchronous_commit")).toEqual([["off"]]);
  await written.register(self, 0);
  await written.renew(self, 0);
  await written.take("a", self.processId, { epoch: 1, owner: null });
  await written.append(self.processId, [appendOf("a", 2)]);
  await written.raise("a", self.processId);
  await written.release("a", self.processId, 3);
  await written.bury(self.processId, 1);
  await written.register(self, 0);
  await written.unregister(self.processId);
  await careless.close();
  expect(await column("SELECT mode FROM waits")).toEqual(Array.from({ length: 9 }, () => "on"));
});
