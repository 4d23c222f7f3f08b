import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { commandInProcess, type EndedCommand } from "../command-in-process.ts";
import { contentOf, folderOfTests } from "../folder-of-tests.ts";
import { numberOf } from "../rules/json-reading.ts";
import { RunningSaldo } from "../running-saldo.ts";

const folder = folderOfTests();
/** A data folder whose process was killed; only copies of it are changed. */
let kept: string;
let copies = 0;
const balance = 150_000 + 3 * 1_000;
const journalPath = join("worlds", "default", "journal-000000000000000.jsonl");

beforeAll(async () => {
  kept = join(folder, "kept");
  await using saldo = start(kept);
  const ask = asker({ url: await saldo.address(), apiKey: "sandbox-key" });
  for (let i = 0; i < 3; i += 1) {
    expect((await ask("POST", "/sandbox/charges", { total: 1_000, paid: true })).status).toBe(201);
  }
  await saldo.stop("SIGKILL");
});

function start(data: string): RunningSaldo {
  return new RunningSaldo(["--store", "lowdb", "--data", data, "--clock", "frozen"]);
}

/** What a start that must fail says, and its status. */
function refusedStart(data: string): Promise<EndedCommand> {
  return commandInProcess(["start", "--port", "0", "--store", "lowdb", "--data", data, "--clock", "frozen"]);
}

async function copyOfKept(): Promise<string> {
  copies += 1;
  const copy = join(folder, `copy-${copies}`);
  await cp(kept, copy, { recursive: true });
  return copy;
}

/** What is below a folder, but for the lock, which each reader takes and gives back. */
async function dataIn(folder: string): Promise<object> {
  const found = Object.entries(await contentOf(folder));
  return Object.fromEntries(found.filter(([path]) => !path.startsWith(join(folder, "lock"))));
}

async function balanceOf(saldo: RunningSaldo): Promise<number> {
  return numberOf(
    await asker({ url: await saldo.address(), apiKey: "sandbox-key" })("GET", "/account-balance"),
    "data.balance",
  );
}

test("a start with a changed byte in a journal fails with one line, and nothing on the disk is changed", async () => {
  const data = await copyOfKept();
  const bytes = await readFile(join(data, journalPath));
  const place = Math.floor(bytes.length / 2);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(join(data, journalPath), bytes);
  const line = bytes.subarray(0, place).toString("latin1").split("\n").length;
  const before = await dataIn(data);
  const { code, stderr } = await refusedStart(data);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*\n$/);
  expect(stderr).toContain(`${join(data, journalPath)}, line ${line}: `);
  expect(await dataIn(data)).toEqual(before);
});

test("what a write has left that was cut short is cut off with a warning; strangers' files are left alone", async () => {
  const data = await copyOfKept();
  const journal = await readFile(join(data, journalPath));
  await writeFile(join(data, journalPath), journal.subarray(0, -20));
  const strange = ["notes.txt", join("worlds", "strange", "notes.txt"), join("worlds", "default", "notes.txt")];
  await mkdir(join(data, "worlds", "strange"));
  for (const name of strange) await writeFile(join(data, name), "mine");
  await using saldo = start(data);
  // The last payment was in the line that was cut short.
  expect(await balanceOf(saldo)).toBe(balance - 1_000);
  const line = journal.toString("latin1").split("\n").length - 1;
  expect(saldo.output).toMatch(/warning: .*journal-000000000000000\.jsonl: its last \d+ bytes, from line/);
  expect(saldo.output).toContain(`from line ${line} on`);
  expect(saldo.output).toMatch(/warning: .*strange: it is no world; it was left as it is/);
  for (const name of strange) expect(await readFile(join(data, name), "utf8")).toBe("mine");
});

test("a folder has one process at a time, which is named; after a kill the next one has it at once", async () => {
  const data = await copyOfKept();
  await using saldo = start(data);
  await saldo.address();
  const { code, stderr } = await refusedStart(data);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*\n(?: {2}--.*\n)+$/);
  expect(stderr).toContain(`the folder ${data} is in use by process ${saldo.child.pid} on host `);
  expect(await balanceOf(saldo)).toBe(balance);
  await saldo.stop("SIGKILL");
  await using next = start(data);
  expect(await balanceOf(next)).toBe(balance);
});

test("a start does without a damaged snapshot and says so; one of a newer Saldo fails it", async () => {
  const data = await copyOfKept();
  await using first = start(data);
  const ask = asker({ url: await first.address(), apiKey: "sandbox-key" });
  // A world with little that is new is not written down at the end.
  await Promise.all(Array.from({ length: 100 }, () => ask("POST", "/sandbox/charges", { total: 1_000 })));
  await first.stop();
  const snapshots = join(data, "worlds", "default", "snapshots");
  const [name = ""] = await readdir(snapshots);
  const snapshot = await readFile(join(snapshots, name), "utf8");
  await writeFile(join(snapshots, name), snapshot.replace('"seed": "', '"seed": "x'));
  await using second = start(data);
  expect(await balanceOf(second)).toBe(balance);
  expect(second.output).toContain(`${name}: it does not match its checksum`);
  await second.stop("SIGKILL");
  await writeFile(join(snapshots, name), snapshot.replace('"format": 1', '"format": 2'));
  const { code, stderr } = await refusedStart(data);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*json: was written by a newer Saldo \(format 2\); this one reads up to 1\n$/);
});

test("a process from which its folder was taken ends with the reason, and makes no other one", async () => {
  const data = await copyOfKept();
  await using saldo = start(data);
  const ask = asker({ url: await saldo.address(), apiKey: "sandbox-key" });
  expect((await ask("POST", "/sandbox/charges", { total: 1_000 })).status).toBe(201);
  await rm(data, { recursive: true });
  expect(await saldo.ended()).toBe(1);
  // The lock may be missed before the folder.
  const reason = `(the lock of the folder ${data}|the folder ${data}) was removed`;
  expect(saldo.output).toMatch(new RegExp(`error: .*${reason}; Saldo stops now, so that it acknowledges nothing`));
  expect(await readdir(folder)).not.toContain(basename(data));
});

test("a world from which a journal was taken acknowledges nothing; the others go on", async () => {
  const data = await copyOfKept();
  await using saldo = start(data);
  const url = await saldo.address();
  const ask = asker({ url, apiKey: "sandbox-key" });
  const made = await ask("POST", "/sandbox/worlds", {});
  await rm(join(data, journalPath));
  expect((await ask("POST", "/sandbox/charges", { total: 1_000 })).status).toBe(503);
  await saldo.shows(/journal-000000000000000\.jsonl: the file is missing/);
  expect((await ask("POST", "/sandbox/charges", { total: 1_000 })).status).toBe(503);
  const other = asker({ url, apiKey: made.text("companies.0.apiKey") });
  expect((await other("POST", "/sandbox/charges", { total: 1_000 })).status).toBe(201);
  expect(await readdir(join(data, "worlds", "default"))).not.toContain("journal-000000000000000.jsonl");
});
