import { describe, expect, test } from "vitest";
import { casesUpTo } from "../../../test/effort.ts";
import { commit, entry, snapshot } from "../testing/sample-history.ts";
import { type WorldStore, WriteFailed } from "../world-store.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { Exercise, Stopped } from "./testing/exercise.ts";
import { type DiskFault, FakeDisk } from "./testing/fake-disk.ts";

const open = (disk: FakeDisk) => LowdbStore.open("/data", { disk, segmentBytes: 1500, onNotice });

/** A write may be cut short, but no unknown folder is ever left behind. */
const onNotice = (text: string) => {
  if (text.includes("no world of that name is listed")) throw new Error(text);
};

const stop = () => {
  throw new Stopped();
};

const ignoreStopped = (error: unknown) => {
  if (!(error instanceof Stopped)) throw error;
};

/** How many calls all of it makes when nothing goes wrong. */
async function callsOfAll(): Promise<number> {
  const disk = new FakeDisk();
  await new Exercise(await open(disk), stop).run();
  return disk.made.length;
}

/** Uses a store until the power fails. */
async function exerciseUntilCrash(disk: FakeDisk): Promise<Exercise | null> {
  let store: WorldStore;
  try {
    store = await open(disk);
  } catch {
    return null;
  }
  const exercise = new Exercise(store, stop);
  await exercise.run().catch(ignoreStopped);
  return exercise;
}

test("when the power fails at any call: what was acknowledged is there, the rest is whole or not there, and all goes on", async () => {
  const calls = await callsOfAll();
  expect(calls).toBeGreaterThan(200);
  for (const call of casesUpTo(calls, 5)) {
    const disk = new FakeDisk();
    disk.fail(call, "crash");
    const exercise = await exerciseUntilCrash(disk);
    for (const seed of [call, call + 10_000]) {
      const left = disk.crash(seed);
      // The power fails while it starts again, too.
      const again = left.copy();
      again.fail(1 + (call % 60), "crash");
      await open(again).catch(() => {});
      for (const survivor of [left, again.crash(seed)]) {
        const store = await open(survivor);
        if (exercise === null) expect(await store.list()).toEqual([]);
        else await exercise.verify(store);
      }
    }
  }
});

test("when the process is killed at any call: what the next one shows and adds outlives a loss of power", async () => {
  const calls = await callsOfAll();
  for (const call of casesUpTo(calls, 5)) {
    const disk = new FakeDisk();
    disk.fail(call, "crash");
    const exercise = await exerciseUntilCrash(disk);
    if (exercise === null) continue;
    const left = disk.kill();
    const store = await open(left);
    await exercise.verify(store);
    const next = await exercise.goOn(store);
    await next.verify(await open(left.crash(call)));
  }
});

test("a snapshot counts only when it is durable", async () => {
  const disk = new FakeDisk();
  const store = await open(disk);
  await store.create(entry("a"), []);
  for (let i = 1; i <= 8; i += 1) await store.append("a", i - 1, [commit(i, 1)]);
  const folder = disk.made.length + 6;
  disk.fail(folder, { code: "EIO" });
  await expect(store.saveSnapshot("a", snapshot(8))).rejects.toThrow(WriteFailed);
  expect(disk.made[folder - 1]).toBe("syncFolder");
  // Its file is there, but may be gone after a power failure.
  expect(disk.files()).toContain(store.snapshotPlace("a", 8));
  expect(await store.snapshots("a")).toEqual([]);
  await expect(store.forget("a", await store.nextHorizon("a", 8), new Set([8]))).rejects.toThrow("no snapshot");
});

describe("when the disk fails", () => {
  const codes = ["EIO", "ENOSPC", "EMFILE"];
  /** Lets the disk work again once a caller was told. */
  const exerciseOn = async (disk: FakeDisk, seed: number) => {
    const store = await open(disk).catch(() => {
      disk.heal();
      return open(disk);
    });
    const exercise = new Exercise(store, () => disk.heal());
    await exercise.run();
    disk.heal();
    await exercise.verify(await open(disk.crash(seed)));
  };
  /** Lets some calls fail, one after the other. */
  const exerciseWith = async (first: number, faults: readonly DiskFault[]) => {
    const disk = new FakeDisk();
    for (const [i, fault] of faults.entries()) disk.fail(first + i, fault);
    await exerciseOn(disk, first);
  };

  test.each([1, 5])(
    "at any call, for %i at a time: nothing that was acknowledged is lost, and it goes on",
    async (length) => {
      const calls = await callsOfAll();
      for (const call of casesUpTo(calls, 5)) {
        await exerciseWith(call, Array(length).fill({ code: codes[call % codes.length] ?? "EIO" }));
      }
    },
  );

  test.each([1, 6])("for %i at a time, and the power right after it: what was shown stays", async (length) => {
    const calls = await callsOfAll();
    for (const call of casesUpTo(calls, 5)) {
      const disk = new FakeDisk();
      for (let i = 0; i < length; i += 1) disk.fail(call + i, { code: "EIO" });
      const store = await open(disk).catch(() => null);
      if (store === null) continue;
      const exercise = new Exercise(store, () => disk.heal(), stop);
      await exercise.run().catch(ignoreStopped);
      await exercise.verify(await open(disk.crash(call)));
    }
  });

  test("and the power a few calls later", async () => {
    const calls = await callsOfAll();
    for (const call of casesUpTo(calls, 5)) {
      const disk = new FakeDisk();
      disk.fail(call, { code: "EIO" });
      const store = await open(disk).catch(() => null);
      if (store === null) continue;
      let failures = 0;
      const exercise = new Exercise(store, () => {
        failures += 1;
        if (failures === 2) stop();
        disk.heal();
        disk.fail(disk.made.length + 1 + (call % 7), "crash");
      });
      await exercise.run().catch((error: unknown) => {
        // The power may also fail while it is looked what there is.
        if (failures === 0) throw error;
      });
      await exercise.verify(await open(disk.crash(call)));
    }
  });

  test("at any write that takes only some of the bytes", async () => {
    const disk = new FakeDisk();
    await new Exercise(await open(disk), stop).run();
    const writes = [...disk.made.entries()].filter(([, call]) => call === "write").map(([index]) => index + 1);
    expect(writes.length).toBeGreaterThan(20);
    for (const write of writes) {
      await exerciseWith(write, ["short-write"]);
      await exerciseWith(write, ["short-write", { code: "ENOSPC" }]);
    }
  });

  test("for want of room", async () => {
    for (const part of casesUpTo(57, 3)) {
      const capacity = 211 * (part - 1);
      const disk = new FakeDisk();
      disk.capacity = capacity;
      await exerciseOn(disk, capacity);
    }
  });
});
