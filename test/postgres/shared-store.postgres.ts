import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { commit, commits, entry, snapshot, whole } from "../../src/store/testing/sample-history.ts";
import { OwnedElsewhere, type Rest, type RestingWorld, WriteFailed } from "../../src/store/world-store.ts";

const clock: Rest["clock"] = { mode: "running", rate: 1, anchorAt: 1, anchorWall: 2 };
const rest: Rest = { clock, wakesAt: null };
const resting: RestingWorld = { ...rest, position: 2, keys: [] };

let schema: string;
let opened: PostgresStore[];

const client = new pg.Client({ connectionString: inject("databaseUrl") });
await client.connect();
afterAll(() => client.end());
beforeEach(async () => {
  opened = [];
  schema = `saldo_${randomUUID().replaceAll("-", "")}`;
  await client.query(`SET search_path TO ${schema}`);
});
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
});

async function open(address = "http://10.0.0.7:1", isRead = false): Promise<PostgresStore> {
  const store = await PostgresStore.open(inject("databaseUrl"), { schema, address, isRead });
  opened.push(store);
  return store;
}

/** Two stores; the first one has the world `a`. */
async function openTwo() {
  const [one, two] = [await open(), await open("http://10.0.0.8:1")];
  await one.create(entry("a"), commits(1, 1), { ...rest, keys: [] });
  return [one, two] as const;
}

const idsOf = (due: readonly { readonly worldId: string }[]) => due.map(({ worldId }) => worldId);

async function value(sql: string): Promise<unknown> {
  const { rows } = await client.query({ text: sql, rowMode: "array" });
  return rows[0]?.[0];
}

describe("a world in a shared database", () => {
  test("belongs to the process that has made it, whose place the others are told", async () => {
    const [one, two] = await openTwo();
    const refused = await whole(two, "a").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OwnedElsewhere);
    expect(refused).toMatchObject({ peer: { address: "http://10.0.0.7:1", token: one.sharing?.token } });
    for (const work of [
      () => two.append("a", 2, [commit(3, 1)]),
      () => two.saveSnapshot("a", snapshot(2)),
      () => two.forget("a", 0, new Set()),
      () => two.delete("a"),
      () => two.horizon("a"),
    ]) {
      await expect(work()).rejects.toThrow(OwnedElsewhere);
    }
    expect(() => two.sharing?.assertCurrent("a")).toThrow(WriteFailed);
    one.sharing?.assertCurrent("a");
    expect(await two.list()).toEqual([entry("a")]);
    expect(await two.directory.entry("a")).toEqual(entry("a"));
  });

  test("is taken by who asks for it once it rests, and goes on there", async () => {
    const [one, two] = await openTwo();
    await one.append("a", 2, [commit(3, 1)]);
    await one.directory.putToRest?.("a", { ...resting, position: 3 });
    expect(() => one.sharing?.assertCurrent("a")).toThrow(WriteFailed);
    expect(await whole(two, "a")).toEqual(commits(1, 1, 1));
    await two.append("a", 3, [commit(4, 1)]);
    await expect(one.append("a", 3, [commit(4, 1)])).rejects.toThrow(OwnedElsewhere);
  });

  test("is lost to who writes in a later epoch: nothing of it is kept, and the loss is told", async () => {
    const one = await open();
    await one.create(entry("a"), commits(1, 1));
    await one.horizon("a");
    const lost: string[] = [];
    one.sharing?.watch((id) => lost.push(id));
    await one.saveSnapshot("a", snapshot(2));
    await client.query("UPDATE world SET epoch = epoch + 1, owner = NULL");
    await expect(one.saveSnapshot("a", snapshot(1))).rejects.toThrow(WriteFailed);
    await expect(one.forget("a", 2, new Set([2]))).rejects.toThrow(WriteFailed);
    await expect(one.delete("a")).rejects.toThrow(WriteFailed);
    expect(lost).toEqual([]);
    await expect(one.append("a", 2, [commit(3, 1)])).rejects.toThrow(WriteFailed);
    expect(lost).toEqual(["a"]);
    expect(await whole(one, "a")).toEqual(commits(1, 1));
    expect(await one.snapshots("a")).toEqual([2]);
    await client.query("UPDATE world SET epoch = epoch + 1");
    await one.directory.putToRest?.("a", resting);
    expect(await one.directory.list()).toEqual([]);
    expect(Number(await value("SELECT count(*) FROM world WHERE owner IS NOT NULL"))).toBe(1);
  });

  test("is read by who only reads, and stays with its owner", async () => {
    const [one, two] = await openTwo();
    const reader = await open("", true);
    expect(await whole(reader, "a")).toEqual(commits(1, 1));
    expect(await reader.horizon("a")).toBe(0);
    expect(await reader.snapshot("a", 9)).toBeNull();
    await expect(reader.append("a", 2, [commit(3, 1)])).rejects.toThrow("only to be read");
    await one.append("a", 2, [commit(3, 1)]);
    expect(Number(await value("SELECT count(*) FROM process"))).toBe(2);
    await expect(two.horizon("a")).rejects.toThrow(OwnedElsewhere);
  });
});

describe("the directory of a shared database", () => {
  test("lists all worlds by what was noted of them, without taking them", async () => {
    const [one, two] = await openTwo();
    await one.append("a", 2, [commit(3, 1)]);
    const summary = { companies: [{ name: "Padaria" }] };
    await two.create({ ...entry("b"), beginning: 9 }, snapshot(9), { ...rest, keys: [], summary });
    expect(await two.directory.list()).toEqual([
      { entry: entry("a"), position: 3, ...rest },
      { entry: { ...entry("b"), beginning: 9 }, position: 9, ...rest, summary },
    ]);
    await one.directory.putToRest?.("a", { ...resting, position: 3, wakesAt: 5, summary: ["other"] });
    expect((await two.directory.list())[0]).toEqual({
      entry: entry("a"),
      position: 3,
      clock,
      wakesAt: 5,
      summary: ["other"],
    });
  });

  test("tells of worlds that rest until something is due, and not of those that a process has", async () => {
    const [one, two] = await openTwo();
    const due = async (now: number, limit = 9) => idsOf(await two.directory.takeDue(limit, now));
    for (const [id, wakesAt] of [
      ["b", 5],
      ["c", 7],
      ["d", null],
    ] as const) {
      await one.create(entry(id), commits(1, 1), { clock, wakesAt, keys: [] });
      expect(await due(9)).toEqual([]);
    }
    for (const [id, wakesAt] of [
      ["b", 5],
      ["c", 7],
      ["d", null],
    ] as const) {
      await one.directory.putToRest?.(id, { ...resting, wakesAt });
    }
    expect(await due(4)).toEqual([]);
    expect(await due(5)).toEqual(["b"]);
    expect(new Set(await due(7))).toEqual(new Set(["b", "c"]));
    expect(await due(7, 1)).toHaveLength(1);
    await two.horizon("b");
    expect(await due(7)).toEqual(["c"]);
  });

  test("tells of worlds whose owner is gone or has ended, as many as are wanted", async () => {
    const [one, two] = await openTwo();
    await one.create(entry("b"), commits(1, 1), { ...rest, keys: [] });
    expect(await two.directory.takeDue(9, 0)).toEqual([]);
    await client.query("UPDATE world SET owner = gen_random_uuid()");
    expect(new Set(idsOf(await two.directory.takeDue(9, 0)))).toEqual(new Set(["a", "b"]));
    expect(await two.directory.takeDue(1, 0)).toHaveLength(1);
    await client.query("DELETE FROM world WHERE id = 'b'");
    await client.query(`WITH ended AS (
      INSERT INTO process (process_id, address, token, lease_until)
      VALUES (gen_random_uuid(), '', '', clock_timestamp() - interval '1 second') RETURNING process_id
    ) UPDATE world SET owner = (SELECT process_id FROM ended)`);
    expect(idsOf(await two.directory.takeDue(9, 0))).toEqual(["a"]);
    await client.query("UPDATE world SET owner = gen_random_uuid()");
    expect(idsOf(await two.directory.takeDue(9, 0))).toEqual(["a"]);
    expect(await whole(two, "a")).toEqual(commits(1, 1));
    expect(await two.directory.takeDue(9, 0)).toEqual([]);
  });

  test("tells of a world that could not be put to rest", async () => {
    const [one] = await openTwo();
    await client.query("ALTER TABLE schedule RENAME TO away");
    await expect(one.directory.putToRest?.("a", resting)).rejects.toThrow(WriteFailed);
    await client.query("ALTER TABLE away RENAME TO schedule");
    expect(idsOf(await one.directory.takeDue(9, 0))).toEqual(["a"]);
    expect(await one.directory.takeDue(9, 0)).toEqual([]);
    one.sharing?.assertCurrent("a");
  });

  test("tells of a world that its owner closed without putting it to rest", async () => {
    const [one, two] = await openTwo();
    await one.close();
    expect(idsOf(await two.directory.takeDue(9, 0))).toEqual(["a"]);
    expect(await whole(two, "a")).toEqual(commits(1, 1));
  });
});

describe("the processes of a shared database", () => {
  const self = (version: string) => ({ token: version });

  test("know those that began earlier and live, until these leave", async () => {
    const [one, two] = await openTwo();
    expect(await one.sharing?.join(self("1"))).toEqual([]);
    expect(await two.sharing?.join(self("2"))).toEqual([self("1")]);
    expect(await one.sharing?.join(self("1"))).toEqual([]);
    await one.sharing?.leave();
    expect(await two.sharing?.join(self("2"))).toEqual([]);
    one.sharing?.assertCurrent("a");
    await one.close();
    expect(Number(await value("SELECT count(*) FROM process"))).toBe(1);
  });

  test("are peers once they have told where they are", async () => {
    const [one, two] = [await open(), await open("")];
    const places = () => (one.sharing?.peers() ?? []).map(({ address }) => address);
    while (!(await client.query("SELECT 1 FROM process WHERE beat > 0 AND address = ''")).rowCount);
    expect(places()).toEqual([]);
    await two.announce("http://10.0.0.8:1");
    while (places().length === 0) await one.list();
    expect(one.sharing?.peers() ?? []).toMatchObject([{ address: "http://10.0.0.8:1", token: two.sharing?.token }]);
  });
});
