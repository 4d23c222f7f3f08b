import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { RunningSaldo } from "../running-saldo.ts";
import { type Replica, Replicas } from "./replicas.ts";
import { SharedTraffic } from "./shared-traffic.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const newVersion = "99.0.0";

/** Makes a newer Saldo: another version, and one more step for the tables, on which all that is kept depends. */
async function makeNewer(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "saldo-newer-"));
  stack.defer(() => rm(folder, { recursive: true }));
  for (const part of ["src", "contracts", "openapi", "fixtures", "package.json"]) {
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

async function readiness({ process }: Replica) {
  const response = await fetch(`${await process.address()}/sandbox/ready`);
  return [response.status, await response.json()];
}

test("replicas of two versions serve one world side by side, and the older one does not start any more", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await makeNewer(stack);
  const replicas = stack.use(await Replicas.start(inject("databaseUrl")));
  const { version: oldVersion } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const traffic = new SharedTraffic(replicas);
  await traffic.begin();
  await traffic.goOn(100);
  const newer = await replicas.add(folder);
  await traffic.goOn(100);
  expect(await readiness(newer)).toEqual([200, { status: "ready", version: newVersion }]);
  for (const older of replicas.all.slice(0, -1)) {
    expect(await readiness(older)).toEqual([200, { status: "ready", version: oldVersion }]);
  }
  await replicas.replace(0, "SIGTERM", folder);
  await traffic.goOn(100);
  await traffic.end();
  expect(await traffic.problems()).toEqual([]);

  // The tables are the newer one's now.
  await using tooOld = new RunningSaldo([], { SALDO_STORE: inject("databaseUrl"), SALDO_PG_SCHEMA: replicas.schema });
  expect(await tooOld.ended()).toBe(1);
  expect(tooOld.output).toContain("are of a newer Saldo");
});
