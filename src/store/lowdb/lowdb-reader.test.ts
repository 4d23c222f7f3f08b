import { describe, expect, test } from "vitest";
import { commit, commits, entry, gather, snapshot, whole } from "../testing/sample-history.ts";
import { UnknownWorld, type WorldStore } from "../world-store.ts";
import { LowdbReader } from "./lowdb-reader.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { FakeDisk } from "./testing/fake-disk.ts";

const segmentBytes = 1500;
const lengths = Array.from({ length: 20 }, () => 1);
const all = commits(...lengths);
const changes = ["write", "rename", "unlink", "mkdir", "remove", "truncate", "sync", "datasync", "syncFolder"] as const;

async function diskWithWorld() {
  const disk = new FakeDisk();
  const writer = await LowdbStore.open("/data", { disk, segmentBytes });
  await writer.create(entry("a"), commits(1));
  for (const one of all.slice(1)) await writer.append("a", one.first - 1, [one]);
  await writer.saveSnapshot("a", snapshot(20));
  return { disk, writer };
}

describe("a store that is opened to be read", () => {
  test("shows all that there is, and changes nothing", async () => {
    const { disk } = await diskWithWorld();
    const before = disk.count(...changes);
    const reader = await LowdbReader.open("/data", disk);
    expect(await reader.list()).toEqual([entry("a")]);
    expect(await whole(reader, "a")).toEqual(all);
    expect(await gather(reader.read("a", 7, 9))).toEqual(all.slice(7, 9));
    expect(await reader.horizon("a")).toBe(0);
    expect(await reader.nextHorizon("a", 20)).toBeGreaterThan(0);
    expect(await reader.snapshots("a")).toEqual([20]);
    expect(await reader.snapshot("a", 99)).toEqual(snapshot(20));
    await reader.close();
    expect(disk.count(...changes)).toBe(before);
    await expect(reader.list()).rejects.toThrow("closed");
  });

  test("refuses to change the worlds", async () => {
    const { disk } = await diskWithWorld();
    const before = disk.count(...changes);
    const reader: WorldStore = await LowdbReader.open("/data", disk);
    const refused = [
      reader.create(entry("b"), commits(1)),
      reader.delete("a"),
      reader.append("a", 20, [commit(21, 1)]),
      reader.forget("a", 0, new Set([20])),
    ];
    for (const outcome of await Promise.allSettled(refused)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { message: "/data was opened to be read" } });
    }
    expect(disk.count(...changes)).toBe(before);
  });

  test("saves snapshots durably, and the writer finds them", async () => {
    const { disk, writer } = await diskWithWorld();
    const reader = await LowdbReader.open("/data", disk);
    await reader.saveSnapshot("a", snapshot(12, "by another"));
    expect(await writer.snapshots("a")).toEqual([12, 20]);
    expect(await writer.snapshot("a", 19)).toEqual(snapshot(12, "by another"));
    await expect(reader.saveSnapshot("b", snapshot(1))).rejects.toThrow(UnknownWorld);
    const again = await LowdbStore.open("/data", { disk: disk.crash(5) });
    expect(await again.snapshots("a")).toEqual([12, 20]);
  });

  test("leaves out what a write that was cut short has left, and leaves it there", async () => {
    const { disk, writer } = await diskWithWorld();
    await writer.close();
    const path = disk.files().findLast((file) => file.includes("/journal-")) ?? "";
    const torn = Buffer.concat([disk.contentOf(path), Buffer.from("half a li")]);
    disk.put(path, torn);
    const reader = await LowdbReader.open("/data", disk);
    expect(await whole(reader, "a")).toEqual(all);
    expect(disk.contentOf(path)).toEqual(torn);
  });

  test("refuses damage by name", async () => {
    const { disk } = await diskWithWorld();
    const [path = ""] = disk.files().filter((file) => file.includes("/journal-"));
    const content = disk.contentOf(path);
    content[500] = (content[500] ?? 0) ^ 1;
    disk.put(path, content);
    const reader = await LowdbReader.open("/data", disk);
    await expect(whole(reader, "a")).rejects.toMatchObject({ name: "Damaged", file: path });
  });

  test("refuses a folder that has never been one of Saldo's", async () => {
    const disk = new FakeDisk();
    await expect(LowdbReader.open("/data", disk)).rejects.toThrow("/data is no data folder");
    expect(disk.files()).toEqual([]);
  });

  test("sees what another process does meanwhile: it appends, begins files, forgets, makes and deletes", async () => {
    const { disk, writer } = await diskWithWorld();
    const reader = await LowdbReader.open("/data", disk);
    await writer.append("a", 20, [commit(21, 1)]);
    expect(await whole(reader, "a")).toEqual([...all, commit(21, 1)]);
    const horizon = await writer.nextHorizon("a", 20);
    await writer.forget("a", horizon, new Set([20]));
    expect(await reader.horizon("a")).toBe(horizon);
    expect(await whole(reader, "a")).toEqual([...all.slice(horizon), commit(21, 1)]);
    await writer.create(entry("b"), snapshot(40));
    expect(await reader.list()).toEqual([entry("a"), entry("b")]);
    expect(await reader.snapshot("b", 40)).toEqual(snapshot(40));
    await writer.delete("a");
    await expect(whole(reader, "a")).rejects.toThrow(UnknownWorld);
  });

  test("whenever that happens during a reading, it shows a whole part of the history or says that it was forgotten", async () => {
    const { disk } = await diskWithWorld();
    const trial = disk.copy();
    const alone = await LowdbReader.open("/data", trial);
    const first = trial.made.length;
    await whole(alone, "a");
    const calls = trial.made.length - first;
    let forgotten = 0;
    for (let call = 1; call <= calls; call += 1) {
      const shared = disk.copy();
      const writer = await LowdbStore.open("/data", { disk: shared, segmentBytes });
      const reader = await LowdbReader.open("/data", shared);
      const horizon = await writer.nextHorizon("a", 20);
      shared.before(shared.made.length + call, async () => {
        await writer.forget("a", horizon, new Set([20]));
        await writer.append("a", 20, [commit(21, 1)]);
      });
      const found = await whole(reader, "a").catch((error: Error) => error);
      if (found instanceof Error) {
        expect(found.message).toContain("was forgotten while the history was read");
        forgotten += 1;
        continue;
      }
      const history = [...all, commit(21, 1)];
      expect(
        history.slice(history.findIndex(({ first: begin }) => begin === found[0]?.first)).slice(0, found.length),
      ).toEqual(found);
      expect(found.length).toBeGreaterThanOrEqual(20 - horizon);
    }
    expect(forgotten).toBeGreaterThan(0);
    expect(forgotten).toBeLessThan(calls);
  });

  test("finds a world whose folder has not got its own name yet", async () => {
    const { disk } = await diskWithWorld();
    await disk.rename("/data/worlds/a", "/data/worlds/a.new");
    const reader = await LowdbReader.open("/data", disk);
    expect(await whole(reader, "a")).toEqual(all);
    expect(await disk.readdir("/data/worlds")).toEqual(["a.new"]);
  });
});
