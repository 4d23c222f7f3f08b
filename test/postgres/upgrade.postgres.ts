import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { migrations } from "../../src/store/postgres/schema.ts";
import { commandInProcess } from "../command-in-process.ts";
import { Account } from "../rules/account.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { type Replica, Replicas } from "./replicas.ts";
import { SharedTraffic } from "./shared-traffic.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const newVersion = "99.0.0";

/** Makes a newer Saldo: another version, and one more step for the tables, on which all that is kept depends. */
async function makeNewer(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "saldo-newer-"));
  stack.defer(() => rm(folder, { recursive: true }));
  for (const part of ["src", "contracts", "scenarios", "drill", "openapi", "fixtures", "package.json"]) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await change(join(folder, "package.json"), /"version": "[^"]+"/, `"version": "${newVersion}"`);
  const step = "`ALTER TABLE $.entry ADD COLUMN made_by text NOT NULL DEFAULT 'an older version'`";
  await change(join(folder, "src/store/postgres/schema.ts"), /\n\];\n$/, `\n  ${step},\n];\n`);
  return folder;
}

async function change(file: string, what: RegExp, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!what.test(text)) throw new Error(`${file} has nothing like ${what}`);
  // A function, because $ has a meaning in texts.
  await writeFile(
    file,
    text.replace(what, () => to),
  );
}

async function readiness({ url }: Replica) {
  const response = await fetch(`${url}/sandbox/ready`);
  return [response.status, await response.json()];
}

test("replicas of two versions serve one world side by side, and the older one does not start any more", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await makeNewer(stack);
  const replicas = stack.use(await Replicas.start(inject("databaseUrl")));
  const { version: oldVersion } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const traffic = new SharedTraffic(replicas);
  await traffic.begin();
  await traffic.goOn(30);
  const newer = await replicas.add(folder);
  await traffic.goOn(30);
  expect(await readiness(newer)).toEqual([200, { status: "ready", version: newVersion }]);
  for (const older of replicas.all.slice(0, -1)) {
    expect(await readiness(older)).toEqual([200, { status: "ready", version: oldVersion }]);
  }
  await replicas.replace(0, "SIGTERM", folder);
  await traffic.goOn(30);
  await traffic.end();
  expect(await traffic.problems()).toEqual([]);

  // The tables are the newer one's now.
  await using tooOld = new RunningSaldo([], { SALDO_STORE: inject("databaseUrl"), SALDO_PG_SCHEMA: replicas.schema });
  expect(await tooOld.ended()).toBe(1);
  expect(tooOld.output).toContain("are of a newer Saldo");
});

/** The steps with which the version before owners made its tables. */
const STEPS_BEFORE = 3;

/** The columns that its tables have in common with those of today. */
const common = {
  world: "no, id, listed, horizon, horizon_at",
  entry: "world, first, last, body",
  api_key: "digest, world, company",
  schedule: "world, clock, wakes_at",
};

const newSchema = () => `saldo_${randomUUID().replaceAll("-", "")}`;
const variablesOf = (schema: string) => ({ SALDO_STORE: inject("databaseUrl"), SALDO_PG_SCHEMA: schema, PORT: "0" });

/** Makes these tables in a schema of their own. */
async function makeOlder(stack: AsyncDisposableStack) {
  const schema = newSchema();
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  stack.defer(() => client.end());
  const ask = (text: string) => client.query(text.replaceAll("$.", `${schema}.`));
  await ask(`CREATE SCHEMA ${schema}; CREATE TABLE $.migration (step integer PRIMARY KEY)`);
  for (const step of migrations.slice(0, STEPS_BEFORE)) await ask(step);
  await ask(`INSERT INTO $.migration SELECT generate_series(1, ${STEPS_BEFORE})`);
  return { ask, variables: variablesOf(schema) };
}

/** Makes two worlds in a schema of today, and says what is shown of them. */
async function madeIn(schema: string) {
  await using saldo = new RunningSaldo(["--clock", "frozen", "--webhook-urls", "any"], variablesOf(schema));
  const url = await saldo.address();
  const account = new Account(asker({ url, apiKey: PUBLIC_API_KEY }));
  const made = await account.ask("POST", "/sandbox/worlds", { clock: { mode: "frozen" } });
  await account.bookmark("before");
  await account.webhook(["charge.paid"], "http://127.0.0.1:9/gone");
  await account.charge({ total: 12_345, paid: true });
  await account.openConfirmed(30_000);
  await account.quiet();
  const keys = [PUBLIC_API_KEY, made.text("companies.0.apiKey")];
  const shown = await Promise.all(keys.map((apiKey) => shownOf(url, apiKey)));
  expect(await saldo.stop()).toBe(0);
  return shown;
}

async function shownOf(url: string, apiKey: string) {
  const account = new Account(asker({ url, apiKey }));
  return {
    apiKey,
    balance: await account.balance(),
    position: await account.position(),
    now: await account.now(),
    withdrawals: (await account.ask("GET", "/sandbox/withdrawals")).body,
    deliveries: await account.deliveries(),
  };
}

test("a database of the version before owners is brought up to date and read", async () => {
  await using stack = new AsyncDisposableStack();
  const today = newSchema();
  const shown = await madeIn(today);
  const { ask, variables } = await makeOlder(stack);
  await ask("ALTER TABLE $.entry ALTER turn SET DEFAULT gen_random_uuid()");
  for (const [table, columns] of Object.entries(common)) {
    await ask(`INSERT INTO $.${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${today}.${table}`);
  }
  expect(await commandInProcess(["migrate"], variables)).toMatchObject({ code: 0, stderr: "" });
  const flags = ["--clock", "frozen", "--webhook-urls", "any"];
  const [one, other] = [0, 1].map(() => stack.use(new RunningSaldo(flags, variables)));
  for (const world of shown) {
    for (const process of [one, other]) {
      expect(await shownOf((await process?.address()) ?? "", world.apiKey)).toEqual(world);
    }
  }
  const account = new Account(asker({ url: (await one?.address()) ?? "", apiKey: PUBLIC_API_KEY }));
  await account.rewind({ bookmark: "before" });
  await account.charge({ total: 100, paid: true });
  expect(await account.balance()).not.toBe(shown[0]?.balance);
  const { rows } = await ask("SELECT count(*) AS worlds FROM $.world WHERE owner IS NOT NULL");
  expect(rows).toEqual([{ worlds: "2" }]);
});

test.each(["start", "migrate"])(
  "while a process of the version before owners runs, saldo %s changes nothing and says what to do",
  async (command) => {
    await using stack = new AsyncDisposableStack();
    const { ask, variables } = await makeOlder(stack);
    await ask("INSERT INTO $.replica (id, version, configuration) VALUES (gen_random_uuid(), '0.1.0', '{}')");
    const { code, stderr } = await commandInProcess([command], variables);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^.*of an older Saldo.*; stop them all.*\n$/)]);
    expect((await ask("SELECT max(step) AS step FROM $.migration")).rows).toEqual([{ step: STEPS_BEFORE }]);
    await ask("UPDATE $.replica SET seen_at = clock_timestamp() - interval '31 seconds'");
    expect(await commandInProcess(["migrate"], variables)).toMatchObject({ code: 0, stderr: "" });
  },
);
