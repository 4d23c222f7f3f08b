import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryStore } from "../../store/memory-store.ts";
import type { Position } from "../../store/world-store.ts";
import { removeBookmark, setBookmark } from "../bookmarks.ts";
import { reset, rewind } from "../rewind.ts";
import type { Actor } from "../testing/actor.ts";
import { FailingStore } from "../testing/failing-store.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { enter, onStage, openStage, reopened } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";
import { type Archivist, archivistOf } from "./archivist.ts";

/** Makes events that leave nothing but themselves. */
async function muchAdo(actor: Actor, count: number): Promise<void> {
  for (let fee = 0; fee < count; fee += 1) {
    await actor.run({ type: "change-settings", patch: { withdrawalFee: fee } });
  }
}

describe("a history with a limit", () => {
  /** A world that keeps its last 100 events, and has had many more. */
  async function longLived() {
    const store = new MemoryStore();
    const { stage, actor } = await onStage({ store, historyLimit: 100 });
    const { position: early } = await setBookmark(actor.world, "early").then(Object);
    const states = { early: await actor.state(), beginning: "" };
    const grow = (count: number) => muchAdo(actor, 4 * count);
    /** Waits until nothing is left to be forgotten. */
    const trimmed = () => until(async () => (await actor.position()) - (await store.horizon("w")) <= 129);
    return { store, stage, actor, early, states, grow, trimmed };
  }

  test("is forgotten beyond it, and never grows to more than a quarter above", async () => {
    const { store, actor, grow, stage, trimmed } = await longLived();
    for (let round = 0; round < 20; round += 1) {
      await grow(10);
      await trimmed();
      const position = await actor.position();
      expect(position - (await store.horizon("w"))).toBeGreaterThanOrEqual(Math.min(position, 100));
    }
    expect(await store.horizon("w")).toBeGreaterThan(600);
    expect(stage.troubles.reports).toEqual([]);
  });

  test("many resets and rewinds do not make it grow", async () => {
    const { store, actor, early, grow, trimmed } = await longLived();
    for (let round = 0; round < 60; round += 1) {
      await grow(2);
      if (round % 3 === 0) await reset(actor.world);
      else await rewind(actor.world, { position: early });
    }
    await trimmed();
    expect((await store.snapshots("w")).length).toBeLessThanOrEqual(3);
    const again = await reopened(store, actor);
    expect(await again.state()).toBe(await actor.state());
    expect(await rewind(again.world, { position: early })).toMatchObject({ type: "world-rewound" });
    // Identifiers stay new although the rewinds that have used them are forgotten.
    expect(Object(await rewind(again.world, { position: early })).epoch).toBeGreaterThan(1);
  });

  test("nothing is forgotten of a place that the world can go back to since the archivist began", async () => {
    const written = Promise.withResolvers<void>();
    const orders: (readonly Position[])[] = [];
    const store = new MemoryStore();
    const archivist: Archivist = async (id, positions) => {
      orders.push(positions);
      await written.promise;
      await archivistOf(store)(id, positions);
    };
    const { actor, stage } = await onStage({ store, archivist, historyLimit: 100 });
    await muchAdo(actor, 10);
    const place = await actor.position();
    const state = await actor.state();
    await muchAdo(actor, 120);
    await until(() => orders.length > 0);
    await rewind(actor.world, { position: place });
    written.resolve();
    await muchAdo(actor, 4);
    expect(await (await reopened(store, actor)).state()).toBe(await actor.state());
    await rewind(actor.world, { position: place });
    expect(await actor.state()).toBe(state);
    expect(stage.troubles.reports).toEqual([]);
  });

  test("a bookmark that was removed no longer keeps its place", async () => {
    const { store, actor, early, grow } = await longLived();
    await grow(60);
    await until(async () => (await store.snapshots("w")).includes(early));
    await removeBookmark(actor.world, "early");
    await grow(30);
    await until(async () => !(await store.snapshots("w")).includes(early));
  });

  test("is kept longer in a world of many things, which takes long to write down", async () => {
    const store = new MemoryStore();
    const alone = await enter(await openStage({ store, historyLimit: 100 }));
    const other = new MemoryStore();
    const helped = await enter(await openStage({ store: other, historyLimit: 100, archivist: archivistOf(other) }));
    await Promise.all([alone, helped].map((each) => each.charges(20_100)));
    await until(async () => (await other.horizon("w")) > 0);
    expect(await store.horizon("w")).toBe(0);
  });

  test("is kept in proportion to what grows with it", async () => {
    const { store, actor } = await longLived();
    for (let round = 0; round < 10; round += 1) {
      await actor.charges(200);
      await quiet();
    }
    await until(async () => (await actor.position()) - (await store.horizon("w")) <= 100 + 2_000 / 4 + 400);
  });

  test("a bookmark whose removal was not durable keeps its place", async () => {
    const slow = new SlowStore();
    const store = new FailingStore(slow);
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const saved = Promise.withResolvers<void>();
    const archivist: Archivist = async (id, positions) => {
      begun.resolve();
      await goOn.promise;
      await archivistOf(store)(id, positions);
      saved.resolve();
    };
    const { actor } = await onStage({ store, archivist, historyLimit: 100 });
    const { position: early } = await setBookmark(actor.world, "early").then(Object);
    await muchAdo(actor, 123);
    // The first is durable and too much; by then the bookmark is removed, but not durably.
    slow.pause();
    const settings = actor.run({ type: "change-settings", patch: { withdrawalFee: 999 } });
    await slow.someoneWaits();
    store.failAppend(1);
    const removal = removeBookmark(actor.world, "early");
    const refused = expect(removal).rejects.toThrow();
    slow.release();
    await settings;
    await begun.promise;
    await refused;
    store.repair();
    goOn.resolve();
    // The forgetting fails with the removal, or comes after the world was read again; it is over before a rewind.
    await saved.promise;
    await quiet();
    expect(await rewind(actor.world, { bookmark: "early" })).toMatchObject({ to: early });
  });

  test("a store that cannot write leaves everything as it is, and says so", async () => {
    const inner = new MemoryStore();
    const store = new FailingStore(inner);
    const { stage, actor } = await onStage({ store, historyLimit: 100 });
    store.failSnapshots();
    await muchAdo(actor, 160);
    await until(() => stage.troubles.reports.length > 0);
    expect(await inner.horizon("w")).toBe(0);
    expect(await actor.available()).toBe(150_000);
    store.repair();
    await muchAdo(actor, 600);
    await until(async () => (await inner.horizon("w")) > 0);
  });
});

describe("a world that is written down from time to time", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function kept(archivist?: Archivist) {
    const store = new MemoryStore();
    const stage = await openStage({ store, archivist: archivist ?? archivistOf(store) });
    return { store, stage, actor: await enter(stage) };
  }

  test("is so when it is quiet, with all that it is by then, and only its newest snapshot is kept", async () => {
    const { store, actor } = await kept();
    for (let round = 0; round < 3; round += 1) {
      await actor.charge(10, { paid: true });
      vi.advanceTimersByTime(999);
      await actor.charge(10, { paid: true });
      vi.advanceTimersByTime(999);
      expect(await store.snapshots("w")).not.toContain(await actor.position());
      vi.advanceTimersByTime(1);
      const position = await actor.position();
      await until(async () => (await store.snapshots("w")).join() === String(position));
      await quiet();
    }
    expect(await (await reopened(store, actor)).state()).toBe(await actor.state());
  });

  test("is so when it ends, but not when little or nothing has happened, and not without an archivist", async () => {
    const { store, stage, actor } = await kept();
    await actor.charges(100);
    const position = await actor.position();
    await stage.worlds.stop();
    expect(await store.snapshots("w")).toEqual([position]);
    const { worlds } = await openStage({ store });
    await worlds.stop();
    expect(await store.snapshots("w")).toEqual([position]);
    const little = await kept();
    await little.actor.charge(10);
    await little.stage.worlds.stop();
    expect(await little.store.snapshots("w")).toEqual([]);
  });

  test("a large one is left to the archivist, with the position that is durable by then", async () => {
    const orders: (readonly Position[])[] = [];
    const { actor } = await kept(async (_id, positions) => void orders.push(positions));
    await actor.charges(2_001);
    await until(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(1_000);
    await until(() => orders.length === 1);
    expect(orders).toEqual([[await actor.position()]]);
  });

  test.each([1, 2_001])("is never written down as it is not known to be durable (%i charges)", async (charges) => {
    const orders: Position[] = [];
    const slow = new SlowStore();
    const { actor } = await onStage({
      store: slow,
      archivist: async (_id, positions) => void orders.push(...positions),
    });
    const { position: durable } = await actor.charges(charges).then(() => actor.world.known);
    slow.pause();
    const pending = actor.charge(10);
    await slow.someoneWaits();
    expect(actor.world.known.position).toBeGreaterThan(durable);
    vi.advanceTimersByTime(1_000);
    await until(() => orders.length === 1);
    expect(orders).toEqual([durable]);
    slow.release();
    await pending;
  });

  test("a world goes back while the archivist is still at work", async () => {
    const written = Promise.withResolvers<void>();
    const orders: (readonly Position[])[] = [];
    const { store, actor } = await kept(async (id, positions) => {
      orders.push(positions);
      await written.promise;
      await archivistOf(store)(id, positions);
    });
    await actor.charges(2_001);
    const position = await actor.position();
    await until(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(1_000);
    await until(() => orders.length === 1);
    expect(await reset(actor.world)).toMatchObject({ to: actor.world.past.beginning });
    const state = await actor.state();
    written.resolve();
    await until(async () => (await store.snapshots("w")).includes(position));
    expect(await (await reopened(store, actor)).state()).toBe(state);
  });

  test("an archivist that fails is reported, and asked again when there is more", async () => {
    let fails = true;
    const asked: Position[] = [];
    const { stage, actor } = await kept(async (_id, positions) => {
      if (fails) throw new Error("no room");
      asked.push(...positions);
    });
    await actor.charges(2_001);
    await until(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(1_000);
    await until(() => stage.troubles.reports.length === 1);
    fails = false;
    await actor.charges(200);
    await quiet();
    expect(vi.getTimerCount()).toBe(0);
    await actor.charges(100);
    await until(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(1_000);
    await until(() => asked.length === 1);
  });
});
