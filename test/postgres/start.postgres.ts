import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { commandInProcess } from "../command-in-process.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { PostgresServer } from "./postgres-server.ts";

const folder = folderOfTests();

const newSchema = () => `saldo_${randomUUID().replaceAll("-", "")}`;

/** The address of the database, with another part. */
function urlWith(change: Partial<Pick<URL, "username" | "password" | "port" | "pathname">>): string {
  return Object.assign(new URL(inject("databaseUrl")), change).href;
}

const owner = new pg.Client({ connectionString: inject("databaseUrl") });
await owner.connect();
afterAll(() => owner.end());

beforeAll(async () => {
  await owner.query("CREATE ROLE guarded LOGIN PASSWORD 'right'");
  await owner.query("CREATE ROLE guest LOGIN");
  await owner.query("CREATE ROLE reader LOGIN");
  await owner.query("ALTER ROLE reader SET default_transaction_read_only = on");
  await owner.query("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");
});

async function schemas(): Promise<readonly string[]> {
  const { rows } = await owner.query("SELECT nspname FROM pg_namespace ORDER BY 1");
  return rows.map(({ nspname }) => String(nspname));
}

describe("a database that cannot be used", () => {
  test.each([
    ["a wrong password", { username: "guarded", password: "wr0ng" }, /does not accept the user name or the password$/],
    ["no such database", { pathname: "/nowhere" }, /has no such database$/],
    ["no server at the address", { port: "1" }, /ECONNREFUSED/],
    ["no right to create a schema", { username: "guest" }, /may not create or use this schema/],
    ["a user who may only read", { username: "reader" }, /read-only \(default_transaction_read_only\)$/],
    ["another encoding", { pathname: "/latin" }, /has the encoding LATIN1; Saldo needs UTF8$/],
  ] as const)("%s is told in one line without the password, and leaves nothing", async (_what, change, line) => {
    const schema = newSchema();
    for (const command of ["migrate", "start"]) {
      const variables = { SALDO_STORE: urlWith(change), SALDO_PG_SCHEMA: schema, PORT: "0" };
      const { code, stdout, stderr } = await commandInProcess([command], variables);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr.trimEnd()).toMatch(line);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(stderr).not.toContain("wr0ng");
    }
    expect(await schemas()).not.toContain(schema);
  });

  test("tables of a newer Saldo are left alone", async () => {
    const schema = newSchema();
    const variables = { SALDO_STORE: inject("databaseUrl"), SALDO_PG_SCHEMA: schema, PORT: "0" };
    expect((await commandInProcess(["migrate"], variables)).stderr).toBe("");
    await owner.query(`INSERT INTO ${schema}.migration VALUES (99)`);
    for (const command of ["migrate", "start"]) {
      const { code, stderr } = await commandInProcess([command], variables);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^.*are of a newer Saldo.*\n$/)]);
    }
    expect((await owner.query(`SELECT 1 FROM ${schema}.world`)).rows).toEqual([]);
  });
});

describe("saldo migrate", () => {
  test("makes the tables, as often as it is asked, and tells where without the password", async () => {
    await owner.query("GRANT CREATE ON DATABASE postgres TO guarded");
    const variables = {
      SALDO_STORE: urlWith({ username: "guarded", password: "right" }),
      SALDO_PG_SCHEMA: newSchema(),
    };
    for (let i = 0; i < 2; i += 1) {
      const { code, stdout, stderr } = await commandInProcess(["migrate"], variables);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(
        /^The tables are up to date: PostgreSQL, 127\.0\.0\.1:\d+\/postgres, schema saldo_\w+\.\n$/,
      );
    }
  });

  test("waits for a process that changes full tables, for longer than an answer may take else", async () => {
    const schema = newSchema();
    await owner.query("BEGIN");
    await owner.query("SELECT pg_advisory_xact_lock($1, 0)", [crc32(schema) | 0]);
    const migrated = commandInProcess(["migrate"], { SALDO_STORE: inject("databaseUrl"), SALDO_PG_SCHEMA: schema });
    const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = $1";
    while ((await owner.query(waiting, [crc32(schema)])).rows.length === 0);
    await owner.query("SELECT pg_sleep(6)");
    await owner.query("COMMIT");
    expect(await migrated).toMatchObject({ code: 0, stderr: "" });
  });

  test("takes the address from a file", async () => {
    const file = join(folder, "store");
    await writeFile(file, `${inject("databaseUrl")}\n`);
    const words = ["migrate", "--store-file", file, "--pg-schema", newSchema()];
    expect(await commandInProcess(words, { SALDO_STORE: "lowdb" })).toMatchObject({ code: 0, stderr: "" });
    const twice = await commandInProcess(words, { SALDO_STORE: inject("databaseUrl") });
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("told twice")]);
  });
});

/** Asks the process at an address. */
async function ask(address: string, method: string, path: string, body?: object) {
  const headers = { "x-api-key": PUBLIC_API_KEY, ...(body && { "content-type": "application/json" }) };
  const response = await fetch(address + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

test("three processes with one database answer 503 while the database is away, from memory as long as their lease lasts, and go on when it is back", async () => {
  await using server = await PostgresServer.start();
  await using saldo = new RunningSaldo([], { SALDO_STORE: server.url });
  const address = await saldo.address();
  const before = await ask(address, "GET", "/account-balance");
  expect(before.status).toBe(200);
  await server.halt("SIGQUIT");
  expect((await ask(address, "POST", "/account-balance/withdraw", { value: 1_000 })).status).toBe(503);
  for (;;) {
    const answer = await ask(address, "GET", "/account-balance");
    if (answer.status === 503) break;
    expect(answer).toEqual(before);
  }
  await server.resume();
  while ((await ask(address, "POST", "/account-balance/withdraw", { value: 1_000 })).status !== 201);
  expect(await saldo.stop()).toBe(0);
});

test("saldo worlds copies worlds to a database and back, and lists, checks and exports them there", async () => {
  const [data, back] = [join(folder, "data"), join(folder, "back")];
  const saldo = new RunningSaldo(["--data", data], { SALDO_STORE: "lowdb" });
  await saldo.address();
  expect(await saldo.stop()).toBe(0);
  const there = { SALDO_STORE: inject("databaseUrl"), SALDO_PG_SCHEMA: newSchema() };
  expect((await commandInProcess(["worlds"], there)).stderr).toMatch(/there are no tables of Saldo in the schema/);
  const copied = ["worlds", "copy", "--data", data, "--to", inject("databaseUrl")];
  const told = await commandInProcess([...copied, "--to-pg-schema", there.SALDO_PG_SCHEMA]);
  expect([told.code, told.stdout]).toEqual([0, expect.stringMatching(/^default {2}position \d+\n$/)]);
  expect((await commandInProcess(["worlds", "--check"], there)).stdout).toMatch(/^ok {2}default {2}\d+ events/);
  const [row] = JSON.parse((await commandInProcess(["worlds", "--json"], there)).stdout);
  expect(row).toMatchObject({ worldId: "default", horizon: 0, position: Number(/\d+/.exec(told.stdout)?.[0]) });
  const exported = (words: readonly string[], variables = {}) =>
    commandInProcess(["worlds", "export", "default", ...words], variables);
  expect(await exported([], there)).toEqual(await exported(["--data", data]));
  expect((await commandInProcess(["worlds", "copy", "--to", back], there)).stderr).toBe("");
  expect(await exported(["--data", back])).toEqual(await exported(["--data", data]));
  await using replica = new RunningSaldo([], there);
  const headers = { "x-api-key": PUBLIC_API_KEY };
  expect((await fetch(`${await replica.address()}/account-balance`, { headers })).status).toBe(200);
});
