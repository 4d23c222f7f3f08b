import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { commit, commits, entry, whole } from "../../src/store/testing/sample-history.ts";
import { Conflict, type End, WriteFailed } from "../../src/store/world-store.ts";
import { DatabaseProxy } from "./database-proxy.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A store with the world `a`, whose line to the database the test can disturb, and another process on a good line. */
async function disturbed() {
  const schema = `saldo ${randomUUID()}`;
  const proxy = await DatabaseProxy.to(inject("databaseUrl"));
  cleanups.push(() => proxy[Symbol.asyncDispose]());
  const store = await opened(proxy.url, schema);
  const other = await opened(inject("databaseUrl"), schema);
  await store.create(entry("a"), commits(1));
  return { schema, proxy, store, other, known: await store.turns.end("a") };
}

async function opened(url: string, schema: string): Promise<PostgresStore> {
  const store = await PostgresStore.open(url, { schema });
  cleanups.push(() => store.close());
  return store;
}

function append(store: PostgresStore, known: End, note?: string): Promise<End> {
  return store.turns.take("a", {
    begin: () => known,
    work: ({ tail }) => [commit(known.position + tail.length + 1, 1, note)],
  });
}

/** A session of the test's own, for what no store does. */
async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  client.on("error", () => undefined);
  await client.connect();
  cleanups.push(() => client.end());
  return client;
}

describe("a turn whose outcome is not known", () => {
  test("was kept: that is found out under the lock, and the writer is told so", async () => {
    const { proxy, store, other, known } = await disturbed();
    const cut = proxy.cutNext("after-commit");
    const end = await append(store, known);
    await cut;
    expect(end).toEqual(await other.turns.end("a"));
    expect(await whole(store, "a")).toEqual(commits(1, 1));
  });

  test("was not kept: the writer is told so, and nothing appears later", async () => {
    const { proxy, store, other, known } = await disturbed();
    const cut = proxy.cutNext("before-commit");
    await expect(append(store, known)).rejects.toThrow(WriteFailed);
    await cut;
    expect(await whole(store, "a")).toEqual(commits(1));
    await append(other, known);
    expect(await whole(store, "a")).toEqual(commits(1, 1));
  });

  test("stays unknown while the database is away; the first reading afterwards has what was kept, and all later ones", async () => {
    const { proxy, store, other, known } = await disturbed();
    const cut = proxy.cutNext("after-commit");
    const turn = append(store, known).catch((error: unknown) => error);
    await cut;
    await proxy.refuse();
    expect(await turn).toBeInstanceOf(WriteFailed);
    await expect(whole(store, "a")).rejects.toThrow();
    proxy.admit();
    expect(await whole(store, "a")).toEqual(commits(1, 1));
    expect(await whole(other, "a")).toEqual(commits(1, 1));
  });

  test("a creation is resolved, too", async () => {
    const { proxy, store, other } = await disturbed();
    const cut = proxy.cutNext("after-commit");
    await store.create(entry("b"), commits(2));
    await cut;
    expect(await whole(other, "b")).toEqual(commits(2));
  });
});

describe("a history that lost its end in a failover", () => {
  test("is noticed by who knew that end, though the new history is longer", async () => {
    const { schema, store, other, known } = await disturbed();
    const second = await append(store, known, "lost");
    await append(store, second, "lost, too");
    const client = await session();
    await client.query(`DELETE FROM "${schema}".entry WHERE first > 1`);
    const end = await append(other, known);
    await append(other, await append(other, end));
    await expect(append(store, second)).rejects.toThrow(Conflict);
    expect(await whole(store, "a")).toEqual(commits(1, 1, 1, 1));
  });
});

describe("who has the lock and does nothing", () => {
  test("loses it before another one gives up: a process that was stopped, or that cannot be reached", async () => {
    const { proxy, store, other, known } = await disturbed();
    const locked = Promise.withResolvers<void>();
    const stuck = store.turns.take("a", {
      begin: () => known,
      work: () => {
        proxy.isBlackHole = true;
        locked.resolve();
        return [commit(2, 1, "too late")];
      },
    });
    const told = stuck.catch((error: unknown) => error);
    // The other one that asked first would have the lock, and nothing would be stuck until the end of the test.
    await locked.promise;
    await append(other, known);
    await proxy.refuse();
    proxy.isBlackHole = false;
    proxy.admit();
    expect(await told).toBeInstanceOf(WriteFailed);
    expect(await whole(store, "a")).toEqual(commits(1, 1));
  });

  test("keeps nobody from the worlds that are free, however many others are waited for", async () => {
    const { schema, store } = await disturbed();
    const ids = Array.from({ length: 20 }, (_, i) => `w${i}`);
    for (const id of ids) await store.create(entry(id), commits(1));
    const known = new Map(await Promise.all(ids.map(async (id) => [id, await store.turns.end(id)] as const)));
    const client = await session();
    const held = ids.slice(0, 8);
    const text = `SELECT pg_advisory_lock($1, no) FROM "${schema}".world WHERE id = ANY ($2)`;
    await client.query(text, [crc32(schema) | 0, held]);
    const turns = ids.map((id) => {
      return store.turns.take(id, { begin: () => known.get(id) ?? never(), work: () => [commit(2, 1)] });
    });
    await Promise.all(turns.slice(held.length));
    await client.query("SELECT pg_advisory_unlock_all()");
    await Promise.all(turns);
    for (const id of ids) expect(await whole(store, id)).toEqual(commits(1, 1));
  });
});

function never(): never {
  throw new Error("this cannot happen");
}
