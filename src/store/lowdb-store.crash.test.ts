import { describe, expect, test } from "vitest";
import { LowdbStore } from "./lowdb-store.ts";
import { Exercise, Stopped } from "./testing/exercise.ts";
import { FakeDisk, type Fault } from "./testing/fake-disk.ts";
import type { WorldStore } from "./world-store.ts";

const open = (disk: FakeDisk) => LowdbStore.open("/data", { disk, segmentBytes: 1500 });

const stop = () => {
  throw new Stopped();
};

/** How many calls all of it makes when nothing goes wrong. */
async function callsOfAll(): Promise<number> {
  const disk = new FakeDisk();
  await new Exercise(await open(disk), stop).run();
  return disk.made.length;
}

/** Uses a keeper until the power fails. */
async function exerciseUntilCrash(disk: FakeDisk): Promise<Exercise | null> {
  let store: WorldStore;
  try {
    store = await open(disk);
  } catch {
    return null;
  }
  const exercise = new Exercise(store, stop);
  await exercise.run().catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
  return exercise;
}

describe("when the power fails", () => {
  test("at any call: what was acknowledged is there, the rest is whole or not there, and all goes on", async () => {
    const calls = await callsOfAll();
    expect(calls).toBeGreaterThan(200);
    for (let call = 1; call <= calls; call += 1) {
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
});

describe("when the process is killed", () => {
  test("at any call: what the next one shows and adds outlives a loss of power", async () => {
    const calls = await callsOfAll();
    for (let call = 1; call <= calls; call += 1) {
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
});

describe("when the disk fails", () => {
  const codes = ["EIO", "ENOSPC", "EMFILE"];
  /** Lets some calls fail, one after the other, and the disk work again once somebody was told. */
  const exerciseWith = async (first: number, faults: readonly Fault[]) => {
    const disk = new FakeDisk();
    for (const [i, fault] of faults.entries()) disk.fail(first + i, fault);
    const store = await open(disk).catch(() => {
      disk.heal();
      return open(disk);
    });
    const exercise = new Exercise(store, () => disk.heal());
    await exercise.run();
    disk.heal();
    await exercise.verify(await open(disk.crash(first)));
  };

  test.each([1, 3, 8])(
    "at any call, for %i calls: nothing that was acknowledged is lost, and it goes on",
    async (length) => {
      const calls = await callsOfAll();
      for (let call = 1; call <= calls; call += 1) {
        const code = codes[call % codes.length] ?? "EIO";
        await exerciseWith(
          call,
          Array.from({ length }, () => ({ code })),
        );
      }
    },
  );

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
    for (let capacity = 0; capacity < 12_000; capacity += 97) {
      const disk = new FakeDisk();
      disk.capacity = capacity;
      const store = await open(disk).catch(() => {
        disk.heal();
        return open(disk);
      });
      const exercise = new Exercise(store, () => disk.heal());
      await exercise.run();
      await exercise.verify(await open(disk.crash(capacity)));
    }
  });
});
