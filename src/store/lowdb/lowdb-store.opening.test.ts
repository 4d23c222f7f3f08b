import { describe, expect, test } from "vitest";
import { Damaged, NewerFormat } from "../damaged.ts";
import { commit, commits, entry, snapshot, whole } from "../testing/sample-history.ts";
import { Conflict, UnknownWorld, WriteFailed } from "../world-store.ts";
import { LowdbReader } from "./lowdb-reader.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { FakeDisk } from "./testing/fake-disk.ts";

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

async function listed(disk: FakeDisk) {
  const { store, notices } = await open(disk);
  return { ids: (await store.list()).map(({ worldId }) => worldId), notices, store };
}

describe("a data folder", () => {
  test("has a list of the worlds, and of each world its journal and its snapshots", async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    await store.saveSnapshot("a", snapshot(3));
    expect(disk.files().sort()).toEqual([
      "/data/saldo.json",
      "/data/worlds/a/journal-000000000000000.jsonl",
      "/data/worlds/a/snapshots/000000000000003.json",
      "/data/worlds/b/journal-000000000000000.jsonl",
    ]);
    expect(JSON.parse(disk.contentOf("/data/saldo.json").toString()).worlds).toEqual([entry("a"), entry("b")]);
  });

  test("is made with those above it", async () => {
    const disk = new FakeDisk();
    const store = await LowdbStore.open("/some/where/data", { disk });
    await store.create(entry("a"), commits(1));
    const again = await LowdbStore.open("/some/where/data", { disk: disk.crash(1) });
    expect(await again.list()).toEqual([entry("a")]);
  });

  test("that somebody else has just made is durable, too", async () => {
    const disk = new FakeDisk();
    await disk.mkdir("/data");
    const { store } = await open(disk);
    await store.create(entry("a"), commits(1));
    for (let seed = 0; seed < 10; seed += 1) expect((await listed(disk.crash(seed))).ids).toEqual(["a"]);
  });

  test("shows a world again whose creation or deletion was under way", async () => {
    for (const name of ["a.new", "a.deleted"]) {
      const disk = await diskWithWorlds();
      await disk.rename("/data/worlds/a", `/data/worlds/${name}`);
      const { ids, store, notices } = await listed(disk);
      expect(ids).toEqual(["a", "b"]);
      expect(await whole(store, "a")).toEqual(commits(1, 2));
      expect(await disk.readdir("/data/worlds")).toEqual(expect.arrayContaining(["a", "b"]));
      expect(notices).toEqual([]);
    }
  });

  test("has what was half made or half removed no more", async () => {
    const disk = await diskWithWorlds();
    for (const name of ["c.new", "c.deleted", "a.new", "b.deleted"]) await disk.mkdir(`/data/worlds/${name}`);
    const { ids, notices } = await listed(disk);
    expect(ids).toEqual(["a", "b"]);
    expect([...(await disk.readdir("/data/worlds"))].sort()).toEqual(["a", "b"]);
    expect(notices).toEqual([]);
  });

  test("a folder that is not listed is left alone, and told of", async () => {
    const disk = await diskWithWorlds();
    await disk.mkdir("/data/worlds/stranger");
    const { notices, store } = await listed(disk);
    expect(notices).toEqual(["/data/worlds/stranger: no world of that name is listed; it was left as it is"]);
    await expect(store.create(entry("stranger"), commits(1))).rejects.toThrow(Conflict);
    expect(await disk.readdir("/data/worlds")).toContain("stranger");
  });

  test("without the folder of a listed world is refused", async () => {
    const disk = await diskWithWorlds();
    await disk.remove("/data/worlds/b");
    await expect(open(disk)).rejects.toMatchObject({ name: "Damaged", file: "/data/worlds/b" });
  });

  test("that has lost its list is refused", async () => {
    const disk = await diskWithWorlds();
    await disk.unlink("/data/saldo.json");
    await expect(open(disk)).rejects.toMatchObject({ name: "Damaged", file: "/data/saldo.json" });
  });

  test("with a list that was changed, or is newer, is refused", async () => {
    const disk = await diskWithWorlds();
    const text = disk.contentOf("/data/saldo.json").toString();
    disk.put("/data/saldo.json", Buffer.from(text.replace("default", "another")));
    await expect(open(disk)).rejects.toThrow(Damaged);
    disk.put("/data/saldo.json", Buffer.from(text.replace('"format": 1', '"format": 2')));
    await expect(open(disk)).rejects.toThrow(NewerFormat);
    disk.put("/data/saldo.json", Buffer.from(""));
    await expect(open(disk)).rejects.toThrow("/data/saldo.json: it is empty; restore it from a copy");
  });

  test("a failure of the disk refuses the start, and the next one is whole", async () => {
    const whole = await diskWithWorlds();
    const before = whole.copy();
    const calls = before.made.length;
    await open(before);
    for (let call = 1; call <= before.made.length - calls; call += 1) {
      const disk = whole.copy();
      disk.fail(call, { code: "EIO" });
      await open(disk).catch(() => {});
      expect((await listed(disk)).ids).toEqual(["a", "b"]);
    }
  });
});

describe("an id of a world", () => {
  test.each(["", ".", "..", "a/b", "a.new", "x".repeat(65), "a b", "ä", "a\0"])("%j cannot be one", async (worldId) => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    const files = disk.files();
    await expect(store.create(entry(worldId), commits(1))).rejects.toThrow("cannot be the id of a world");
    expect(disk.files()).toEqual(files);
    expect(await store.list()).toEqual([entry("a"), entry("b")]);
  });
});

describe("a snapshot on disk", () => {
  const path = "/data/worlds/a/snapshots/000000000000003.json";

  test("that is damaged is refused by name when it is read, and harms nothing else", async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
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
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    for (const position of [1, 3]) await store.saveSnapshot("a", snapshot(position));
    disk.put(path, disk.contentOf(path.replace("3.json", "1.json")));
    await expect(store.snapshot("a", 3)).rejects.toThrow(`${path}: it is of position 1`);
  });

  test("of what is not there yet is refused", async () => {
    const { store } = await open(await diskWithWorlds());
    await expect(store.saveSnapshot("a", snapshot(4))).rejects.toThrow("ends at 3");
    expect(await store.snapshots("a")).toEqual([]);
  });

  test("that stands for what is forgotten must be there", async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    await store.create(entry("c"), snapshot(7));
    await store.close();
    await disk.unlink("/data/worlds/c/snapshots/000000000000007.json");
    await expect(open(disk)).rejects.toMatchObject({
      name: "Damaged",
      file: "/data/worlds/c/snapshots/000000000000007.json",
      what: "the file is missing, and no journal has the history before position 7",
    });
  });
});

describe("a world that could not be listed", () => {
  test("keeps nobody from the other worlds", async () => {
    const { made } = await failing(1, 0);
    let doubts = 0;
    for (let fault = 1; fault <= made; fault += 1) {
      const { disk, store, failed } = await failing(fault, made);
      if (!failed) continue;
      const before = disk.count("rename");
      for (const id of ["a", "b"]) await store.append(id, 3, [commit(4, 1)]);
      expect(disk.count("rename")).toBe(before);
      // Who asks for the world in doubt, or for all of them, has the list written again.
      await expect(store.append("c", 1, [commit(2, 1)])).rejects.toThrow(UnknownWorld);
      doubts += disk.count("rename") - before;
      expect((await store.list()).map(({ worldId }) => worldId)).toEqual(["a", "b"]);
    }
    expect(doubts).toBeGreaterThan(0);
  });

  /** Creates a world while some calls fail. */
  async function failing(fault: number, length: number) {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    const before = disk.made.length;
    for (let i = 0; i < length; i += 1) disk.fail(before + fault + i, { code: "EIO" });
    const [outcome] = await Promise.allSettled([store.create(entry("c"), commits(1))]);
    const made = disk.made.length - before;
    disk.heal();
    return { disk, store, made, failed: outcome.status === "rejected" };
  }
});

describe("on a disk without space", () => {
  const full = async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    const used = disk.files().reduce((sum, path) => sum + disk.contentOf(path).length, 0);
    return { disk, store, used };
  };

  test("a world can be deleted, and what it took is free", async () => {
    const { disk, store, used } = await full();
    disk.capacity = used;
    await store.delete("b");
    expect(disk.files().filter((path) => path.startsWith("/data/worlds/b"))).toEqual([]);
    await store.append("a", 3, [commit(4, 1)]);
    expect((await listed(disk.copy())).ids).toEqual(["a"]);
  });

  test("where not even the list can be written, it is gone all the same, and can be made anew", async () => {
    const { disk, store } = await full();
    disk.capacity = 0;
    await store.delete("b");
    for (let seed = 0; seed < 8; seed += 1) {
      const { ids, notices } = await listed(disk.copy().crash(seed));
      expect({ ids, notices }).toEqual({ ids: ["a"], notices: [] });
    }
    const reader = await LowdbReader.open("/data", disk);
    expect(await reader.list()).toEqual([entry("a")]);
    await expect(store.create(entry("b"), commits(1))).rejects.toThrow(WriteFailed);
    await expect(store.append("b", 3, [commit(4, 1)])).rejects.toThrow(WriteFailed);
    disk.heal();
    await store.create(entry("b"), commits(1));
    expect(await whole((await open(disk.crash(1))).store, "b")).toEqual(commits(1));
  });

  test.each(["crash", "kill"] as const)("a %s amid a deletion finds the world whole or gone", async (how) => {
    const { disk: trial, store: tried } = await full();
    const opened = trial.made.length;
    trial.capacity = 0;
    await tried.delete("b");
    const calls = trial.made.length - opened;
    const found = new Set<number>();
    for (const capacity of ["full", "none"]) {
      for (let call = 1; call <= calls; call += 1) {
        for (let seed = 0; seed < 6; seed += 1) {
          const { disk, store, used } = await full();
          disk.capacity = capacity === "full" ? used : 0;
          disk.fail(disk.made.length + call, "crash");
          const isDeleted = await store.delete("b").then(
            () => true,
            () => false,
          );
          const left = how === "crash" ? disk.crash(seed) : disk.kill();
          const next = await listed(left);
          expect(next.notices).toEqual([]);
          expect(next.ids).toContain("a");
          if (isDeleted) expect(next.ids).toEqual(["a"]);
          found.add(next.ids.length);
          // What the next process does first must outlive a loss of power, too.
          const after = await listed(left.crash(seed));
          expect(after.ids).toEqual(next.ids);
          if (next.ids.includes("b")) expect(await whole(after.store, "b")).toEqual(commits(3));
          else expect(left.files().filter((path) => path.startsWith("/data/worlds/b"))).toEqual([]);
        }
      }
    }
    expect(found).toEqual(new Set([1, 2]));
  });
});

test("a deletion waits for what was handed over before", async () => {
  const disk = await diskWithWorlds();
  const { store } = await open(disk);
  const write = store.append("a", 3, [commit(4, 1)]);
  const save = store.saveSnapshot("a", snapshot(3));
  const deletion = store.delete("a");
  const late = store.append("a", 4, [commit(5, 1)]);
  await Promise.all([write, save, deletion]);
  await expect(late).rejects.toThrow(UnknownWorld);
  expect(disk.files().filter((path) => path.startsWith("/data/worlds/a"))).toEqual([]);
  expect(disk.nowOpen).toBe(0);
});

describe("many at a time", () => {
  test("appends that wait for the same disk go together", async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    const before = disk.count("datasync");
    const more = Array.from({ length: 64 }, (_, i) => commit(4 + i, 1));
    await Promise.all(more.map((one) => store.append("a", one.first - 1, [one])));
    expect(disk.count("datasync") - before).toBeLessThan(4);
    expect(await whole(store, "a")).toEqual([...commits(1, 2), ...more]);
  });

  test("creations share the writes of the list", async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    const renames = () => disk.made.filter((call) => call === "rename").length;
    const before = renames();
    const ids = Array.from({ length: 20 }, (_, i) => `w${i}`);
    await Promise.all(ids.map((id) => store.create(entry(id), commits(1))));
    // For each world its journal and its own name; the rest are lists.
    expect(renames() - before - 40).toBeLessThan(10);
    expect((await listed(disk.crash(1))).ids.length).toBe(22);
  });

  test("more worlds than files may be open are written to", async () => {
    const disk = new FakeDisk();
    const { store } = await open(disk);
    const ids = Array.from({ length: 150 }, (_, i) => `w${i}`);
    await Promise.all(ids.map((id) => store.create(entry(id), commits(1))));
    disk.mostOpen = 0;
    for (const at of [1, 2]) await Promise.all(ids.map((id) => store.append(id, at, [commit(at + 1, 1)])));
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
  const path = "/data/worlds/a/journal-000000000000000.jsonl";

  test.each(["read", "append"])("is neither read nor written until it can; then an %s succeeds", async (ask) => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    await store.append("a", 3, [commit(4, 1)]);
    // The write takes all bytes and its sync fails; so do the truncation and whatever is tried again.
    const before = disk.made.length;
    for (let call = before + 2; call < before + 40; call += 1) disk.fail(call, { code: "EIO" });
    const writes = [4, 5].map((after) => store.append("a", after, [commit(after + 1, 1, "first")]));
    for (const outcome of await Promise.allSettled(writes)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(WriteFailed) });
    }
    expect(disk.contentOf(path).toString()).toContain('"first":5');
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

  test("is cut back before anybody is told of the failure", async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    await store.append("a", 3, [commit(4, 1)]);
    disk.fail(disk.made.length + 2, { code: "EIO" });
    const before = disk.contentOf(path);
    await expect(store.append("a", 4, [commit(5, 1)])).rejects.toThrow(WriteFailed);
    expect(disk.contentOf(path)).toEqual(before);
  });

  test("tells why", async () => {
    const disk = await diskWithWorlds();
    const { store } = await open(disk);
    disk.capacity = 0;
    const refused = await store.append("a", 3, [commit(4, 1)]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "WriteFailed", cause: { code: "ENOSPC" } });
    expect(await whole(store, "a")).toEqual(commits(1, 2));
  });
});
