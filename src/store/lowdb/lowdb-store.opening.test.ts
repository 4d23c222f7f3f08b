import { describe, expect, test } from "vitest";
import { NewerFormat } from "../damaged.ts";
import { sealed } from "../sealed.ts";
import { commit, commits, entry, snapshot, whole } from "../testing/sample-history.ts";
import { Conflict, type RestingWorld, UnknownWorld, WriteFailed } from "../world-store.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { FakeDisk } from "./testing/fake-disk.ts";

const document = "/data/worlds/a/world.json";
const journal = "/data/worlds/a/journal-000000000000000.jsonl";

async function open(disk: FakeDisk) {
  const notices: string[] = [];
  const onNotice = (text: string) => notices.push(text);
  return { store: await LowdbStore.open("/data", { disk, segmentBytes: 1500, onNotice }), notices };
}

/** A data folder with the worlds `a` and `b`. */
async function diskWithWorlds(): Promise<FakeDisk> {
  const disk = new FakeDisk();
  const { store } = await open(disk);
  await store.create(entry("a"), commits(1, 2));
  await store.create(entry("b"), commits(3));
  await store.close();
  return disk;
}

async function openWithWorlds() {
  const disk = await diskWithWorlds();
  return { disk, ...(await open(disk)) };
}

async function listed(disk: FakeDisk) {
  const { store, notices } = await open(disk);
  return { ids: (await store.list()).map(({ worldId }) => worldId), notices, store };
}

describe("a data folder", () => {
  test("has of each world its document, its journal and its snapshots", async () => {
    const { disk, store } = await openWithWorlds();
    await store.saveSnapshot("a", snapshot(3));
    expect(disk.files().sort()).toEqual([
      journal,
      "/data/worlds/a/snapshots/000000000000003.json",
      document,
      "/data/worlds/b/journal-000000000000000.jsonl",
      "/data/worlds/b/world.json",
    ]);
    const { checksum: _, ...content } = JSON.parse(disk.contentOf(document).toString());
    expect(content).toEqual({ format: 1, entry: entry("a"), horizon: 0, snapshots: [3], rest: null });
  });

  test("is made with those above it; one that another process has just made is durable, too", async () => {
    for (const made of [false, true]) {
      const disk = new FakeDisk();
      if (made) await disk.makeFolder("/some/where/data");
      const store = await LowdbStore.open("/some/where/data", { disk });
      await store.create(entry("a"), commits(1));
      for (let seed = 0; seed < 10; seed += 1) {
        const again = await LowdbStore.open("/some/where/data", { disk: disk.copy().crash(seed) });
        expect(await again.list()).toEqual([entry("a")]);
      }
    }
  });

  test("has what was half made or half removed no more", async () => {
    const disk = await diskWithWorlds();
    await disk.mkdir("/data/worlds/c.tmp");
    await disk.rename("/data/worlds/b", "/data/worlds/b.tmp");
    const { ids, notices } = await listed(disk);
    expect({ ids, notices }).toEqual({ ids: ["a"], notices: [] });
    expect(await disk.readdir("/data/worlds")).toEqual(["a"]);
  });

  test("a folder or file that is no world is left alone, and told of", async () => {
    const disk = await diskWithWorlds();
    await disk.mkdir("/data/worlds/stranger");
    for (const name of ["notes", "a.bak"]) disk.put(`/data/worlds/${name}`, Buffer.from("mine"));
    const { notices, store } = await listed(disk);
    expect(notices.sort()).toEqual(
      ["a.bak", "notes", "stranger"].map((name) => `/data/worlds/${name}: it is no world; it was left as it is`),
    );
    await expect(store.create(entry("stranger"), commits(1))).rejects.toThrow(Conflict);
    expect(await disk.readdir("/data/worlds")).toEqual(["a", "b", "stranger", "notes", "a.bak"]);
  });

  test("with a world without its document, or with that of another one, is refused", async () => {
    const disk = await diskWithWorlds();
    disk.put(document, disk.contentOf("/data/worlds/b/world.json"));
    await expect(open(disk)).rejects.toThrow(
      "/data/worlds/a has the world b: give the folder that name, or move it out",
    );
    await disk.unlink(document);
    await expect(open(disk)).rejects.toMatchObject({ name: "Damaged", file: document, what: "the file is missing" });
  });

  test("with a document that was changed, says something else, or is newer, is refused", async () => {
    const disk = await diskWithWorlds();
    const text = disk.contentOf(document).toString();
    for (const spoiled of [text.replace("default", "another"), "", JSON.stringify(sealed({ entry: entry("a") }))]) {
      disk.put(document, Buffer.from(spoiled));
      await expect(open(disk)).rejects.toMatchObject({ name: "Damaged", file: document });
    }
    disk.put(document, Buffer.from(text.replace('"format": 1', '"format": 2')));
    await expect(open(disk)).rejects.toThrow(NewerFormat);
  });

  test("of version 1 is refused with the way out, and can be read", async () => {
    const disk = await diskWithWorlds();
    const before = await open(disk);
    await before.store.saveSnapshot("a", snapshot(3));
    for (const id of ["a", "b"]) await disk.unlink(`/data/worlds/${id}/world.json`);
    await disk.rename("/data/worlds/b", "/data/worlds/b.new");
    const worlds = [entry("b"), entry("a"), entry("deleted")];
    await disk.mkdir("/data/worlds/deleted.removed");
    disk.put("/data/saldo.json", Buffer.from(JSON.stringify(sealed({ worlds }))));
    const calls = disk.made.length;
    await expect(open(disk)).rejects.toThrow("saldo worlds copy --data /data --to <new folder>");
    const store = await LowdbStore.open("/data", { disk, isRead: true });
    expect(await store.list()).toEqual([entry("b"), entry("a")]);
    expect([await whole(store, "a"), await whole(store, "b")]).toEqual([commits(1, 2), commits(3)]);
    expect(await store.snapshot("a", 9)).toEqual(snapshot(3));
    expect(disk.made.slice(calls).filter((call) => !["sizeOf", "readFile", "readdir"].includes(call))).toEqual([]);
  });
});

describe("a data folder that is opened to be read", () => {
  const opened = (disk: FakeDisk) => LowdbStore.open("/data", { disk, isRead: true });

  test("shows all that there is, leaves what an interrupted write has left, and changes nothing", async () => {
    const disk = await diskWithWorlds();
    disk.put(journal, Buffer.concat([disk.contentOf(journal), Buffer.from("half a li")]));
    await disk.mkdir("/data/worlds/c.tmp");
    const calls = disk.made.length;
    const store = await opened(disk);
    expect(await store.list()).toEqual([entry("a"), entry("b")]);
    expect(await whole(store, "a")).toEqual(commits(1, 2));
    expect(await store.journal("a")).toMatchObject({ torn: { file: journal, line: 4, bytes: 9 }, last: { end: 3 } });
    for (const refused of [
      store.create(entry("c"), commits(1)),
      store.delete("a"),
      store.append("a", 3, [commit(4, 1)]),
      store.forget("a", 0, new Set()),
    ]) {
      await expect(refused).rejects.toThrow("/data/worlds was opened to be read");
    }
    expect(disk.made.slice(calls).filter((call) => !["sizeOf", "readFile", "readdir"].includes(call))).toEqual([]);
    await expect(LowdbStore.open("/other", { disk, isRead: true })).rejects.toThrow("/other is no data folder");
  });

  test("saves snapshots, which count when the process that writes has added them", async () => {
    const { disk, store } = await openWithWorlds();
    await (await opened(disk)).saveSnapshot("a", snapshot(1, "by another"));
    expect(await store.snapshots("a")).toEqual([]);
    await store.addSnapshots("a", [1]);
    const next = await open(disk.crash(5));
    expect(await next.store.snapshot("a", 3)).toEqual(snapshot(1, "by another"));
  });
});

describe("a world at rest", () => {
  const clock = { mode: "running", rate: 1, anchorAt: 5, anchorWall: 6 } as const;
  const keys = [{ digest: "d", companyId: "com_1" }];
  const resting: RestingWorld = { position: 3, keys, clock, wakesAt: 7, summary: { waits: 1 } };

  async function diskWithWorldAtRest() {
    const { disk, store } = await openWithWorlds();
    await store.directory.putToRest?.("a", resting);
    return { disk, store };
  }

  test("is found without being read, until it is written to again", async () => {
    const { disk } = await diskWithWorldAtRest();
    const { store } = await open(disk);
    expect(disk.made.filter((call) => call === "readFile").length).toBeGreaterThan(0);
    expect(await store.directory.list()).toMatchObject([{ entry: entry("a"), ...resting }]);
    expect(await store.directory.find("d")).toEqual({ entry: entry("a"), companyId: "com_1" });
    expect(await store.directory.takeDue(9, 6)).toEqual([]);
    expect(await store.directory.takeDue(9, 7)).toEqual([entry("a")]);
    // It is open now: its own timers do what is due. It is still at rest for the next process, as nothing was written.
    expect(await whole(store, "a")).toEqual(commits(1, 2));
    expect(await store.directory.takeDue(9, 7)).toEqual([]);
    expect(await (await open(disk.copy())).store.directory.list()).toHaveLength(1);
    await store.append("a", 3, [commit(4, 1)]);
    expect(await (await open(disk.copy())).store.directory.list()).toEqual([]);
    await store.delete("a");
    expect(await store.directory.find("d")).toBeNull();
  });

  test("that was begun with a directory rests from its beginning on", async () => {
    const disk = new FakeDisk();
    const { store } = await open(disk);
    const { position: _, ...made } = resting;
    await store.create(entry("a"), commits(1, 2), made);
    expect(await (await open(disk)).store.directory.list()).toMatchObject([{ entry: entry("a"), ...resting }]);
  });

  test("needs no space to be opened and no write to rest as before, and rests in memory if the disk is full", async () => {
    const { disk, store } = await diskWithWorldAtRest();
    disk.capacity = 0;
    const writes = disk.count("write");
    await whole(store, "a");
    await store.directory.putToRest?.("a", resting);
    expect(disk.count("write")).toBe(writes);
    await whole(store, "a");
    await store.directory.putToRest?.("a", { ...resting, wakesAt: null });
    expect(await store.directory.list()).toMatchObject([{ wakesAt: null }]);
    disk.heal();
    expect(await (await open(disk)).store.directory.list()).toMatchObject([{ wakesAt: 7 }]);
  });

  test("whose journal is shorter than it was is refused when it is opened", async () => {
    const { disk } = await diskWithWorldAtRest();
    const content = disk.contentOf(journal);
    disk.put(journal, content.subarray(0, content.subarray(0, -1).lastIndexOf("\n") + 1));
    const { store } = await open(disk);
    await expect(whole(store, "a")).rejects.toMatchObject({ name: "Damaged", file: journal });
    expect(await whole(store, "b")).toEqual(commits(3));
  });
});

test.each(["", ".", "..", "a/b", "a.new", "x".repeat(65), "a b", "ä", "a\0"])(
  "an id of a world %j cannot be one",
  async (worldId) => {
    const { disk, store } = await openWithWorlds();
    const files = disk.files();
    await expect(store.create(entry(worldId), commits(1))).rejects.toThrow("cannot be the id of a world");
    expect(disk.files()).toEqual(files);
    expect(await store.list()).toEqual([entry("a"), entry("b")]);
  },
);

describe("a snapshot on disk", () => {
  const path = "/data/worlds/a/snapshots/000000000000003.json";

  test("that is damaged is refused by name when it is read, and harms nothing else", async () => {
    const { disk, store } = await openWithWorlds();
    for (const position of [1, 3]) await store.saveSnapshot("a", snapshot(position));
    const content = disk.contentOf(path);
    content[content.length - 20] = (content[content.length - 20] ?? 0) ^ 1;
    disk.put(path, content);
    for (const opened of [store, (await open(disk)).store]) {
      await expect(opened.snapshot("a", 3)).rejects.toMatchObject({ name: "Damaged", file: path });
      expect(await opened.snapshot("a", 2)).toEqual(snapshot(1));
      expect(await opened.snapshots("a")).toEqual([1, 3]);
      expect(await whole(opened, "a")).toEqual(commits(1, 2));
    }
  });

  test("under the name of another is refused", async () => {
    const { disk, store } = await openWithWorlds();
    for (const position of [1, 3]) await store.saveSnapshot("a", snapshot(position));
    disk.put(path, disk.contentOf(path.replace("3.json", "1.json")));
    await expect(store.snapshot("a", 3)).rejects.toThrow(`${path}: it is of position 1`);
  });

  test("of what is not there yet is refused", async () => {
    const { store } = await open(await diskWithWorlds());
    await expect(store.saveSnapshot("a", snapshot(4))).rejects.toThrow("ends at 3");
    expect(await store.snapshots("a")).toEqual([]);
  });

  test("that is missing is refused when the world is opened, and one that no document names is removed", async () => {
    const { disk, store } = await openWithWorlds();
    for (const position of [1, 3]) await store.saveSnapshot("a", snapshot(position));
    const other = path.replace("3.json", "2.json");
    disk.put(other, disk.contentOf(path));
    await open(disk);
    expect(disk.files()).not.toContain(other);
    await disk.unlink(path);
    await expect(store.snapshot("a", 3)).rejects.toThrow(`${path}: the file is missing`);
    await expect(open(disk)).rejects.toThrow(`${path}: the file is missing`);
  });
});

test("a world that could not be deleted keeps no request from the others, and is gone when it is asked for", async () => {
  const { disk, store } = await openWithWorlds();
  // The folder is renamed, and its new name cannot be made durable.
  disk.fail(disk.made.length + 4, { code: "EIO" });
  await expect(store.delete("b")).rejects.toThrow(WriteFailed);
  expect(disk.made.at(-1)).toBe("syncFolder");
  const before = disk.count("syncFolder");
  await store.append("a", 3, [commit(4, 1)]);
  expect(disk.count("syncFolder")).toBe(before);
  await expect(store.append("b", 3, [commit(4, 1)])).rejects.toThrow(UnknownWorld);
  expect(disk.count("syncFolder")).toBe(before + 1);
  expect((await listed(disk.crash(1))).ids).toEqual(["a"]);
});

test("a world can be deleted on a full disk, and what it took is free", async () => {
  const { disk, store } = await openWithWorlds();
  disk.capacity = disk.files().reduce((sum, path) => sum + disk.contentOf(path).length, 0);
  await expect(store.create(entry("c"), commits(1))).rejects.toThrow(WriteFailed);
  await store.delete("b");
  expect(disk.files().filter((path) => !path.startsWith("/data/worlds/a/"))).toEqual([]);
  await store.append("a", 3, [commit(4, 1)]);
  expect((await listed(disk.copy())).ids).toEqual(["a"]);
});

describe("many at a time", () => {
  test("appends that wait for the same disk go together", async () => {
    const { disk, store } = await openWithWorlds();
    const before = disk.count("datasync");
    const more = Array.from({ length: 64 }, (_, i) => commit(4 + i, 1));
    await Promise.all(more.map((one) => store.append("a", one.first - 1, [one])));
    expect(disk.count("datasync") - before).toBeLessThan(4);
    expect(await whole(store, "a")).toEqual([...commits(1, 2), ...more]);
  });

  test("readings do not disturb the writes that are under way", async () => {
    const { disk, store } = await openWithWorlds();
    const more = Array.from({ length: 40 }, (_, i) => commit(4 + i, 1));
    for (const [turns, one] of more.entries()) {
      const append = store.append("a", one.first - 1, [one]);
      // Each reading begins a little later in its write.
      for (let i = 0; i < turns; i += 1) await Promise.resolve();
      await whole(store, "a");
      await append;
    }
    expect(await whole((await open(disk)).store, "a")).toEqual([...commits(1, 2), ...more]);
  });

  test("more worlds than files may be open are written to", async () => {
    const disk = new FakeDisk();
    const { store } = await open(disk);
    const ids = Array.from({ length: 150 }, (_, i) => `w${i}`);
    await Promise.all(ids.map((id) => store.create(entry(id), commits(1))));
    disk.mostOpen = 0;
    for (const at of [1, 2]) await Promise.all(ids.map((id) => store.append(id, at, [commit(at + 1, 1)])));
    await Promise.all(ids.map((id) => store.saveSnapshot(id, snapshot(3))));
    const clock = { mode: "frozen", rate: 1, anchorAt: 0, anchorWall: 0 } as const;
    const resting = { position: 3, keys: [], clock, wakesAt: null };
    await Promise.all(ids.map((id) => store.directory.putToRest?.(id, resting)));
    expect(disk.mostOpen).toBeGreaterThan(8);
    expect(disk.mostOpen).toBeLessThanOrEqual(64);
    for (const id of ids) expect(await whole(store, id)).toEqual(commits(1, 1, 1));
    await store.close();
    expect(disk.nowOpen).toBe(0);
  });

  test("an append too long for one write is kept, whole", async () => {
    const disk = new FakeDisk();
    const store = await LowdbStore.open("/data", { disk });
    await store.create(entry("a"), commits(1));
    const long = Array.from({ length: 60 }, (_, i) => commit(2 + i, 1, "z".repeat(20_000)));
    await Promise.all([store.append("a", 1, long), store.append("a", 61, [commit(62, 1)])]);
    expect(disk.count("datasync")).toBeGreaterThan(2);
    expect(await whole(store, "a")).toEqual([...commits(1), ...long, commit(62, 1)]);
  });
});

describe("a world whose write has failed", () => {
  test.each(["read", "append"])("is neither read nor written until it can; then an %s succeeds", async (ask) => {
    const { disk, store } = await openWithWorlds();
    await store.append("a", 3, [commit(4, 1)]);
    // The write takes all bytes and its sync fails; so do the truncation and whatever is tried again.
    const before = disk.made.length;
    for (let call = before + 4; call < before + 40; call += 1) disk.fail(call, { code: "EIO" });
    const writes = [4, 5].map((after) => store.append("a", after, [commit(after + 1, 1, "first")]));
    for (const outcome of await Promise.allSettled(writes)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(WriteFailed) });
    }
    expect(disk.contentOf(journal).toString()).toContain('"first":5');
    await expect(whole(store, "a")).rejects.toThrow(WriteFailed);
    await expect(store.append("a", 4, [commit(5, 1)])).rejects.toThrow(WriteFailed);
    disk.heal();
    if (ask === "read") expect(await whole(store, "a")).toEqual([...commits(1, 2), commit(4, 1)]);
    // As long as the first one of those that are cut off: what came after that must not follow this one.
    const other = commit(5, 1, "other");
    await store.append("a", 4, [other]);
    const next = await open(disk.copy());
    expect(await whole(next.store, "a")).toEqual([...commits(1, 2), commit(4, 1), other]);
    expect(next.notices).toEqual([]);
    expect(await whole(store, "a")).toEqual([...commits(1, 2), commit(4, 1), other]);
    const again = await open(disk.crash(3));
    expect(await whole(again.store, "a")).toEqual([...commits(1, 2), commit(4, 1), other]);
    expect(again.notices).toEqual([]);
  });

  test("tells why, and leaves nothing half written behind", async () => {
    const { disk, store } = await openWithWorlds();
    disk.capacity = 0;
    const refused = await store.append("a", 3, [commit(4, 1)]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "WriteFailed", cause: { code: "ENOSPC" } });
    await expect(store.saveSnapshot("a", snapshot(3))).rejects.toThrow(WriteFailed);
    expect(disk.files().filter((path) => path.endsWith(".tmp"))).toEqual([]);
    expect(await whole(store, "a")).toEqual(commits(1, 2));
  });
});
