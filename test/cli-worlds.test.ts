import { cp, mkdir, mkdtemp, readdir, readFile, rename, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { processOutput } from "../src/cli/output.ts";
import { UserError } from "../src/cli/user-error.ts";
import { checkWorlds } from "../src/cli/worlds/check-world.ts";
import { exportWorld } from "../src/cli/worlds/export-world.ts";
import { readSteadily, type StoredWorlds, worldsInFolder } from "../src/cli/worlds/stored-worlds.ts";
import { exportTo } from "../src/cli/worlds/worlds.ts";
import { asker } from "../src/client/connection.ts";
import type { WorldEvent } from "../src/domain/event.ts";
import { fingerprint } from "../src/domain/testing/fingerprint.ts";
import { advance } from "../src/engine/advance.ts";
import { readSaveFile } from "../src/engine/beginning/save-file/read-save-file.ts";
import { setBookmark } from "../src/engine/bookmarks.ts";
import { archivistOf } from "../src/engine/history/archivist.ts";
import { replay } from "../src/engine/history/replay.ts";
import { reset, rewind } from "../src/engine/rewind.ts";
import { Actor } from "../src/engine/testing/actor.ts";
import { enter, openStage, type Stage } from "../src/engine/testing/stage.ts";
import { until } from "../src/engine/testing/waiting.ts";
import { lockFolder } from "../src/store/lock/locked-folder.ts";
import { LowdbStore } from "../src/store/lowdb/lowdb-store.ts";
import { sealed } from "../src/store/sealed.ts";
import { gather } from "../src/store/testing/sample-history.ts";
import { lastPosition, type WorldStore } from "../src/store/world-store.ts";
import { commandInProcess } from "./command-in-process.ts";
import { contentOf, folderOfTests } from "./folder-of-tests.ts";
import { RunningSaldo } from "./running-saldo.ts";

const folderOnly = { store: "lowdb", pgSchema: "saldo" } as const;

const folder = folderOfTests();
/** Two worlds: `w` has gone back and forth, has three snapshots and several files of history, `young` has just begun. */
let data: string;
/** The position of the bookmark of `w`, and its end. */
let marked: number;
let end: number;
/** Where a branch of `w` ends that was left, and gone back to. */
let abandoned: number;

beforeAll(async () => {
  data = join(folder, "data");
  const store = await LowdbStore.open(data, { segmentBytes: 6_000 });
  const stage = await openStage({ store });
  const actor = await enter(stage);
  await enter(stage, { worldId: "young" });
  await actor.webhook();
  const bookmark = await setBookmark(actor.world, "before payout");
  marked = bookmark.type === "bookmark-set" ? bookmark.position : 0;
  await liveOn(actor);
  abandoned = await actor.position();
  // It survives what follows, though the world goes back to before there was one.
  const terms = { kind: "status", operationId: "testWebhook", status: 503 } as const;
  await actor.world.transact(({ run }) => run({ type: "add-fault", terms, times: 9 }));
  await rewind(actor.world, { bookmark: "before payout" });
  await liveOn(actor);
  await reset(actor.world);
  await actor.charge(300, { paid: true });
  const beforeReturn = await actor.position();
  await rewind(actor.world, { position: abandoned });
  await actor.charges(2);
  await stage.worlds.stop();
  end = lastPosition(nth(await gather(store.read("w", 0)), -1));
  await archivistOf(store)("w", [abandoned, beforeReturn, end]);
  await store.close();
});

/** Charges, a withdrawal that is confirmed, three days, one that is not. */
async function liveOn(actor: Actor): Promise<void> {
  await actor.charges(3);
  await actor.charge(5_000, { paid: true });
  await actor.confirm(await actor.initiated());
  await advance(actor.world, { by: "P3D" });
  await actor.initiated(2_000);
}

/** A copy of the data folder for a test to spoil. */
async function copy(): Promise<string> {
  const place = join(await mkdtemp(join(folder, "copy-")), "data");
  await cp(data, place, { recursive: true });
  return place;
}

async function journalsOf(place: string, worldId = "w"): Promise<string[]> {
  const names = await readdir(join(place, "worlds", worldId));
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(place, "worlds", worldId, name));
}

async function snapshotsOf(place: string): Promise<string[]> {
  const path = join(place, "worlds/w/snapshots");
  return (await readdir(path)).sort().map((name) => join(path, name));
}

/** The element of a list that must be there. */
function nth<T>(list: readonly T[], index: number): T {
  const found = list.at(index);
  if (found === undefined) throw new Error(`there is no element ${index}`);
  return found;
}

async function spoil(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
}

/** Puts a document in the place of one, with a right checksum: a person or a bug has written it. */
async function rewriteDocument(file: string, change: (text: string) => string): Promise<void> {
  await spoil(file, (text) => {
    const { format: _, checksum: __, ...content } = JSON.parse(text);
    return JSON.stringify(sealed(JSON.parse(change(JSON.stringify(content)))));
  });
}

/** A position in the midst of what one command of `w` did. */
async function positionWithin(place: string): Promise<number> {
  const store = await LowdbStore.open(place, { isRead: true });
  const commits = await gather(store.read("w", marked));
  return nth(
    commits.filter(({ events }) => events.length > 1),
    0,
  ).first;
}

/** What is told of each world: `ok w`, or `damaged w <file>:<line> what`. */
async function check(place: string, stored?: StoredWorlds): Promise<string[]> {
  const lines: string[] = [];
  for await (const report of checkWorlds(stored ?? (await worldsInFolder(place)))) {
    if (report.problems.length === 0) lines.push(`ok ${report.worldId}`);
    for (const { kind, file, line, what } of report.problems)
      lines.push(`${kind} ${report.worldId} ${file}:${line} ${what}`);
  }
  return lines;
}

async function exported(place: string, worldId: string, at: string | null = null) {
  const store = await LowdbStore.open(place, { isRead: true });
  const entry = (await store.list()).find((one) => one.worldId === worldId);
  if (entry === undefined) throw new Error(`there is no ${worldId}`);
  return exportWorld(store, entry, at);
}

async function savedPlace(place: string, at: string | null = null) {
  const file = await exported(place, "w", at);
  if (!("text" in file)) throw new Error(JSON.stringify(file));
  const saved = readSaveFile(JSON.parse(file.text));
  if ("problems" in saved) throw new Error(JSON.stringify(saved));
  return saved;
}

/** The only company of a world. */
async function companyIn({ worlds }: Stage, worldId: string): Promise<Actor> {
  const world = await worlds.read(worldId);
  if (world === null) throw new Error(`there is no ${worldId}`);
  return new Actor(world, await world.transact((moment) => nth([...moment.world.companies.keys()], 0)));
}

describe("saldo worlds", () => {
  test("lists every world in aligned columns, and changes nothing", async () => {
    const before = await contentOf(data);
    const { code, stdout, stderr } = await commandInProcess(["worlds", "--data", data]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.replaceAll(/ +\n/g, "\n").split("\n")).toEqual([
      "WORLD  FIXTURE  CREATED                   LAST EVENT                POSITION  HORIZON",
      `w      inline   2026-03-02T12:00:00.000Z  2026-03-05T12:00:00.000Z  ${String(end).padEnd(8)}  0`,
      expect.stringMatching(/^young {2}inline {3}2026-03-02T12:00:00\.000Z {2}2026-03-02T12:00:00\.000Z {2}\d+ +0$/),
      "",
    ]);
    expect(await contentOf(data)).toEqual(before);
  });

  test("lists them as JSON, found by a variable; what cannot be read is named, with status 1", async () => {
    const place = await copy();
    const first = nth(await journalsOf(place), 0);
    await spoil(first, (text) => text.replace("CompanyAdded", "CompanyAddee"));
    const { code, stdout } = await commandInProcess(["worlds", "--json"], { SALDO_DATA: place });
    expect(code).toBe(1);
    const made = { fixture: "inline", createdAt: "2026-03-02T12:00:00.000Z" };
    expect(JSON.parse(stdout)).toEqual([
      { worldId: "w", ...made, problem: expect.stringContaining(`damaged: ${first}, line`) },
      { worldId: "young", ...made, lastEventAt: made.createdAt, position: expect.any(Number), horizon: 0 },
    ]);
  });

  test("says that a folder has no worlds, and that one is no data folder", async () => {
    const empty = join(folder, "empty");
    await (await LowdbStore.open(empty)).close();
    expect(await commandInProcess(["worlds", "--data", empty])).toEqual({
      code: 0,
      stdout: `no worlds in ${empty}\n`,
      stderr: "",
    });
    const missing = join(folder, "missing");
    const { code, stdout, stderr } = await commandInProcess(["worlds", "--check", "--data", missing]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: .*missing is no data folder.*\n$/);
    expect(await readdir(folder)).not.toContain("missing");
  });

  test("reads on, and says so, while another process has the folder", async () => {
    const hold = await lockFolder(data);
    try {
      const { code, stdout, stderr } = await commandInProcess(["worlds", "--check", "--data", data]);
      expect(code).toBe(0);
      expect(stderr).toMatch(
        new RegExp(`^.* is in use by process ${process.pid} on .*recent changes may be missing here\n$`),
      );
      expect(stdout).toMatch(new RegExp(`^ok  w  ${end} events, 3 snapshots\nok  young  \\d+ events, 0 snapshots\n$`));
    } finally {
      await hold.release();
    }
  });
});

describe("saldo worlds --check", () => {
  test("changes nothing", async () => {
    const before = await contentOf(data);
    expect(await check(data)).toEqual(["ok w", "ok young"]);
    expect(await contentOf(data)).toEqual(before);
  });

  test("checks all worlds after a damaged one, ends with status 1, and calls a write that was cut short no damage", async () => {
    const place = await copy();
    const snapshot = nth(await snapshotsOf(place), 1);
    await spoil(snapshot, (text) => text.replace("PENDING", "PENDINH"));
    const store = await LowdbStore.open(place);
    await archivistOf(store)("young", [7]);
    await store.close();
    const journal = nth(await journalsOf(place, "young"), 0);
    await spoil(journal, (text) => `${text}0badcafe {"first":`);
    const before = await contentOf(place);
    const { code, stdout, stderr } = await commandInProcess(["worlds", "--check", "--data", place]);
    expect([code, stderr]).toEqual([1, ""]);
    const line = (await readFile(journal, "utf8")).split("\n").length;
    expect(stdout.split("\n")).toEqual([
      `damaged  w  ${snapshot}: it does not match its checksum`,
      `ok  young  7 events, 1 snapshot; ${journal}, line ${line}: 18 bytes of a write that was cut short, never acknowledged; no damage`,
      "",
    ]);
    expect(await contentOf(place)).toEqual(before);
  });

  test("takes what another process replaces meantime for no damage, however often; a damaged file stays one", async () => {
    const place = await copy();
    const writer = await LowdbStore.open(place);
    const ends = (await gather(writer.read("w", 0))).map(lastPosition);
    // The check has opened the folder and read no snapshot yet.
    const openAgain = async () => {
      const opened = await LowdbStore.open(place, { isRead: true });
      const position = newer.shift();
      if (position === undefined) return opened;
      await archivistOf(writer)("w", [position]);
      await writer.forget("w", 0, new Set([position]));
      return opened;
    };
    const newer = ends.slice(-8, -4);
    expect(await check(place, { store: await openAgain(), place, openAgain })).toEqual(["ok w", "ok young"]);
    newer.push(...ends.slice(-4));
    const journal = nth(await journalsOf(place), 0);
    await spoil(journal, (text) => text.replace('"at"', '"aT"'));
    const found = await check(place, { store: await openAgain(), place, openAgain });
    expect(found).toEqual([expect.stringMatching(`^damaged w ${journal}:\\d+ `), "ok young"]);
    await writer.close();
  });

  test("finds a snapshot that its history does not lead to, though its checksum is right", async () => {
    for (const index of [0, 1, 2]) {
      const place = await copy();
      const file = nth(await snapshotsOf(place), index);
      await rewriteDocument(file, (text) => text.replace("ana@acme.example.com", "bob@acme.example.com"));
      expect(await check(place)).toEqual([
        `damaged w ${file}:null it is not what the history makes of the world, first at $.state.world.companies[0].profile.responsible.email`,
        "ok young",
      ]);
    }
  });

  test("finds a snapshot that another one was copied over, and one that can be no world", async () => {
    const place = await copy();
    const [first = "", second = "", third = ""] = await snapshotsOf(place);
    await writeFile(first, await readFile(third));
    await rewriteDocument(second, (text) => text.replace(/"available":-?\d+/, '"available":7'));
    expect(await check(place)).toEqual([
      expect.stringContaining(`damaged w ${first}:null it is of position ${end}`),
      expect.stringMatching(`^damaged w ${second}:null no world can continue from it: the books of com_`),
      "ok young",
    ]);
  });

  test("finds a snapshot of what is no place in the history", async () => {
    const place = await copy();
    const within = await positionWithin(place);
    const file = nth(await snapshotsOf(place), 0);
    const other = join(place, "worlds/w/snapshots", `${String(within).padStart(15, "0")}.json`);
    await rename(file, other);
    const first = String(nth(await (await LowdbStore.open(data, { isRead: true })).snapshots("w"), 0));
    await rewriteDocument(join(place, "worlds/w/world.json"), (text) => text.replace(`[${first},`, `[${within},`));
    await rewriteDocument(other, (text) => text.replace(/"position":\d+/, `"position":${within}`));
    expect(await check(place)).toEqual([
      `damaged w ${other}:null its position is in the midst of what one command did`,
      "ok young",
    ]);
  });

  test.each([false, true])("finds facts that cannot have happened; on a branch that was left: %s", async (isLeft) => {
    const place = await copy();
    const store = await LowdbStore.open(place);
    const commits = await gather(store.read("young", 0));
    const last = nth(commits, -1);
    const end = lastPosition(last);
    const impossible: WorldEvent = { type: "AutomaticWithdrawalScheduled", companyId: "nobody", nextAt: null };
    const clock = { mode: "frozen", rate: 1 } as const;
    const survives = { clock, routes: [], webhookUrls: "strict" } as const;
    const left: WorldEvent = { type: "WorldRewound", to: end, epoch: 1, deliveries: "resume", ...survives };
    const later = isLeft ? [left, impossible, { ...left, epoch: 2 }] : [impossible];
    const position = end + 1 + later.indexOf(impossible);
    const appended = later.map((event, i) => ({ ...last, first: end + 1 + i, events: [event] }));
    await store.append("young", end, appended);
    await store.close();
    expect(await check(place)).toEqual([
      "ok w",
      expect.stringMatching(
        `^damaged young .*journal-0+\\.jsonl:null what happened up to position ${position} cannot be: `,
      ),
    ]);
  });
});

describe("a history of which much is forgotten", () => {
  let place: string;

  beforeAll(async () => {
    place = join(folder, "forgotten");
    const store = await LowdbStore.open(place, { segmentBytes: 4_000 });
    const stage = await openStage({ store, historyLimit: 100, archivist: archivistOf(store) });
    const actor = await enter(stage);
    await actor.charge(10);
    await setBookmark(actor.world, "early");
    await actor.charge(10);
    await setBookmark(actor.world, "never used");
    for (let round = 0; round < 20; round += 1) {
      for (let i = 0; i < 5; i += 1) await actor.charge(10, { paid: true });
      if (round % 4 === 1) await rewind(actor.world, { bookmark: "early" });
      if (round % 4 === 3) await reset(actor.world);
    }
    await until(async () => (await store.horizon("w")) > 100);
    await stage.worlds.close();
  });

  test("is sound", async () => {
    expect(await check(place)).toEqual(["ok w"]);
  });

  test("must have all of its snapshots, also to be opened", async () => {
    const store = await LowdbStore.open(place, { isRead: true });
    const positions = await store.snapshots("w");
    expect(positions.length).toBeGreaterThan(2);
    for (const position of positions) {
      const spoiled = join(await mkdtemp(join(folder, "spoiled-")), "data");
      await cp(place, spoiled, { recursive: true });
      const file = join(spoiled, "worlds/w/snapshots", `${String(position).padStart(15, "0")}.json`);
      await unlink(file);
      expect(await check(spoiled)).toContain(`damaged w ${file}:null the file is missing`);
      const opened = (await LowdbStore.open(spoiled)).horizon("w");
      await expect(opened).rejects.toMatchObject({ name: "Damaged", file, what: "the file is missing" });
    }
  });

  test("can be copied, with the places that one can go back to", async () => {
    const to = join(folder, "copied-forgotten");
    const { code } = await commandInProcess(["worlds", "copy", "w", "--data", place, "--to", to]);
    expect([code, await check(to)]).toEqual([0, ["ok w"]]);
    expect(await exported(to, "w", "early")).toEqual(await exported(place, "w", "early"));
  });

  test("is read as it is, where another process forgets more of it meantime", async () => {
    const live = join(await mkdtemp(join(folder, "live-")), "data");
    await cp(place, live, { recursive: true });
    const stored = await worldsInFolder(live);
    const writer = await LowdbStore.open(live);
    const horizon = await writer.nextHorizon("w", Number.MAX_SAFE_INTEGER);
    expect(horizon).toBeGreaterThan(await writer.horizon("w"));
    await archivistOf(writer)("w", [horizon]);
    await writer.forget("w", horizon, new Set(await writer.snapshots("w")));
    await writer.close();
    const entry = nth(await stored.store.list(), 0);
    const read = (store: WorldStore) => exportWorld(store, entry, null);
    await expect(read(stored.store)).rejects.toThrow("the file is missing");
    expect(await readSteadily(stored, read)).toEqual(await exported(live, "w"));
  });

  test("can be left at a bookmark, but not at what is forgotten", async () => {
    expect(await exported(place, "w", "early")).toHaveProperty("text");
    expect(await exported(place, "w", "12")).toMatchObject({ type: "rewind-beyond-horizon" });
  });
});

describe("saldo worlds export", () => {
  test("writes a world that goes on as the original does, with the same identifiers", async () => {
    const place = await copy();
    const before = await contentOf(place);
    const saved = await savedPlace(place);
    expect(await contentOf(place)).toEqual(before);
    expect(saved.position).toBe(end);

    const original = await openStage({ store: await LowdbStore.open(place) });
    const other = await openStage();
    await other.worlds.createFrom({ worldId: "w", saved });
    const actors = [await companyIn(original, "w"), await companyIn(other, "w")];
    const looks = actors.map(async (actor) => {
      const seen = [await actor.look()];
      await actor.webhook("https://more.acme.dev/");
      await actor.charge(700, { paid: true });
      await advance(actor.world, { by: "P1D" });
      return [...seen, await actor.look()];
    });
    const [one, two] = await Promise.all(looks);
    expect(two).toEqual(one);
    for (const { worlds } of [original, other]) await worlds.close();
  });

  test("writes what it was at a bookmark, and at a position of a branch that was left", async () => {
    const atBookmark = await savedPlace(data, "before payout");
    expect(atBookmark.position).toBe(marked);
    const { charges, withdrawals } = atBookmark.state.world;
    expect([charges.length, withdrawals.length]).toEqual([1, 0]);
    expect(await savedPlace(data, String(marked))).toEqual(atBookmark);
    const left = await savedPlace(data, String(abandoned));
    expect([left.position, left.state.world.withdrawals.length]).toEqual([abandoned, 2]);
  });

  test("tells no API keys, no bookmarks and no rewinds", async () => {
    const { chronicle } = (await savedPlace(data)).state;
    expect(chronicle).toMatchObject({ keys: [], bookmarks: [], rewinds: [] });
  });

  test("puts the file in the place of another one, and saldo start begins from it", async () => {
    const file = join(folder, "world.json");
    await writeFile(file, "something else");
    const link = join(folder, "link.json");
    await symlink(file, link);
    const words = ["worlds", "export", "w", "--output", link];
    const { code, stdout, stderr } = await commandInProcess([...words, "--data", data]);
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
    expect((await readdir(folder)).filter((name) => name.includes("tmp"))).toEqual([]);
    const { world } = (await savedPlace(data)).state;
    const flags = ["--clock", "running", "--seed", "zz", "--fixture", "busy"];
    await using running = new RunningSaldo(["--store", "memory", "--world", file, ...flags]);
    const ask = asker({ url: await running.address(), apiKey: "sandbox-key" });
    const balance = await ask("GET", "/account-balance");
    expect(JSON.stringify(balance.body)).toContain(String(nth(world.companies, 0).ledger.available));
    expect(balance.status).toBe(200);
    expect((await ask("GET", "/sandbox/clock")).at("mode")).toBe("running");
    expect(running.output).toMatch(/^warning: a save-file says these itself; ignored: .*--fixture.*--seed/m);
  });

  test("writes to standard output as well", async () => {
    const words = ["export", "w", "--at", "before payout"];
    const { code, stdout, stderr } = await commandInProcess(["worlds", "--data", data, ...words]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(readSaveFile(JSON.parse(stdout))).toEqual(await savedPlace(data, "before payout"));
  });

  test("refuses what there is not, in a line that says what there is", async () => {
    const { code, stdout, stderr } = await commandInProcess(["worlds", "export", "x", "--data", data]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(`error: there is no world "x" in ${data}; there are: w, young\n`);
    const within = await positionWithin(data);
    const refused = async (at: string) => {
      const refusal = await exportTo("w", { ...folderOnly, data, at }, processOutput).catch((error: unknown) => error);
      return refusal instanceof UserError ? refusal.message : refusal;
    };
    expect(await refused("y")).toBe('There is no bookmark "y"; there are: "before payout".');
    expect(await refused("9999")).toBe(`The history has no position 9999 yet; its last one is ${end}.`);
    expect(await refused("1")).toMatch(/^The (history before position \d+ .* is forgotten|world begins at position)/);
    expect(await refused(String(within))).toMatch(
      new RegExp(
        `^Position ${within} is in the midst of what one command did; go back to ${within - 1}, before it, or `,
      ),
    );
  });

  test("leaves what is no file as it is", async () => {
    const output = join(folder, "a-folder");
    await mkdir(output);
    await expect(exportTo("w", { ...folderOnly, data, output }, processOutput)).rejects.toThrow(
      new UserError(`--output ${output} cannot be written: it exists and is not a regular file; name another one`),
    );
  });
});

describe("saldo worlds copy", () => {
  const copy = (...words: string[]) => commandInProcess(["worlds", "copy", "--data", data, ...words]);
  const positionOf = async (place: string, id: string) =>
    (await replay(await LowdbStore.open(place, { isRead: true }), id)).position;

  test("copies worlds with all that is kept of their histories, and with their keys", async () => {
    const to = join(folder, "copied");
    expect(await copy("--to", to)).toEqual({
      code: 0,
      stdout: `w  position ${await positionOf(data, "w")}\nyoung  position ${await positionOf(data, "young")}\n`,
      stderr: "",
    });
    const opened = (place: string) => LowdbStore.open(place, { isRead: true });
    const [from, into] = [await opened(data), await opened(to)];
    expect(await into.list()).toEqual(await from.list());
    const waiting = { clock: "frozen", companies: [expect.anything()] };
    expect(await into.directory.list()).toMatchObject([{ summary: waiting }, { summary: waiting }]);
    for (const id of ["w", "young"]) {
      const horizon = await from.horizon(id);
      expect(await gather(into.read(id, horizon))).toEqual(await gather(from.read(id, horizon)));
      const [there, here] = [await replay(from, id), await replay(into, id)];
      expect(fingerprint(here.world)).toBe(fingerprint(there.world));
      expect(here.chronicle).toEqual(there.chronicle);
    }
    expect(await check(to)).toEqual(["ok w", "ok young"]);
  });

  test("copies nothing where a world of the same id is, and asks where to", async () => {
    const to = join(folder, "twice");
    expect((await copy("young", "--to", to)).code).toBe(0);
    expect(await copy("--to", to)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: there are already worlds of these ids in ${to}: "young"\n`,
    });
    expect(await check(to)).toEqual(["ok young"]);
    expect((await copy("w")).stderr).toMatch(/^error: say where to copy to, once: --to /);
    expect((await copy("x", "--to", to)).stderr).toBe(`error: there is no world "x" in ${data}; there are: w, young\n`);
  });
});
