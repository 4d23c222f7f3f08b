import { beforeEach, describe, expect, test } from "vitest";
import { LowdbStore } from "../store/lowdb/lowdb-store.ts";
import { FakeDisk } from "../store/lowdb/testing/fake-disk.ts";
import type { WorldId } from "../store/world-store.ts";
import { digestOf } from "./api-key.ts";
import { Actor } from "./testing/actor.ts";
import { HandClock, hours, startAt } from "./testing/hand-clock.ts";
import { ScriptedCourier } from "./testing/scripted-courier.ts";
import { fixtureOf, openStage, type Stage } from "./testing/stage.ts";

/** Longer than an idle world stays. */
const later = () => performance.now() + 300_000;

describe("worlds in a folder", () => {
  let disk: FakeDisk;
  let clock: HandClock;

  beforeEach(() => {
    disk = new FakeDisk();
    clock = new HandClock();
  });

  const open = async (courier = new ScriptedCourier()) => {
    const store = await LowdbStore.open("/data", { disk });
    return openStage({ store, wallClock: clock.read, maxLoadedBytes: 0, courier });
  };
  const loaded = ({ worlds }: Stage) => worlds.list().map(({ worldId }) => worldId);
  const create = async ({ worlds }: Stage, worldId: WorldId, company: object = {}) => {
    const order = { fixtureName: "x", fixture: fixtureOf(company), startAt, clock: { mode: "running" } } as const;
    await worlds.create({ ...order, worldId, apiKey: () => `key of ${worldId}` });
    return actorOf({ worlds }, worldId);
  };
  const actorOf = async ({ worlds }: Pick<Stage, "worlds">, worldId: WorldId) => {
    const found = await worlds.find(digestOf(`key of ${worldId}`));
    if (found === null) throw new Error(`no world has the key of ${worldId}`);
    return new Actor(found.world, found.companyId);
  };

  test("are not read at startup, but when a request asks for them", async () => {
    const before = await open();
    for (const id of ["a", "b", "c"]) await create(before, id);
    const { print } = await (await actorOf(before, "b")).look();
    await before.worlds.close();
    const after = await open();
    expect(loaded(after)).toEqual([]);
    expect((await after.worlds.listed()).map(({ worldId, position }) => [worldId, position > 0])).toEqual([
      ["a", true],
      ["b", true],
      ["c", true],
    ]);
    expect((await (await actorOf(after, "b")).look()).print).toBe(print);
    expect(loaded(after)).toEqual(["b"]);
    expect(await after.worlds.find(digestOf("no key"))).toBeNull();
  });

  test("are read at startup if an attempt was given up, which is due again", async () => {
    // It ends without a report, as one that is given up does.
    const silent = new ScriptedCourier(() => null);
    const before = await open(silent);
    const actor = await create(before, "a");
    await create(before, "b");
    await actor.webhook();
    await actor.charge(100);
    expect(silent.requests).toHaveLength(1);
    await before.worlds.close();
    const courier = new ScriptedCourier();
    expect(loaded(await open(courier))).toEqual(["a"]);
    expect(courier.requests.map(({ deliveryId }) => deliveryId)).toEqual(
      silent.requests.map(({ deliveryId }) => deliveryId),
    );
  });

  test("are read once for all who ask at the same time", async () => {
    const before = await open();
    await create(before, "a");
    await before.worlds.close();
    const { worlds } = await open();
    const found = await Promise.all(Array.from({ length: 10 }, () => actorOf({ worlds }, "a")));
    expect(new Set(found.map(({ world }) => world)).size).toBe(1);
  });

  test("leave nothing behind if a request lets them be read while they are deleted", async () => {
    const before = await open();
    for (let id = 0; id < 90; id += 1) await create(before, String(id));
    await before.worlds.close();
    const after = await open();
    for (let turns = 0; turns < 90; turns += 1) {
      const id = String(turns);
      const key = digestOf(`key of ${id}`);
      const found = Promise.resolve(after.worlds.find(key)).catch((error: unknown) => error);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      expect(await after.worlds.delete(id)).toBe(true);
      await found;
      expect([id, await after.worlds.find(key), after.worlds.get(id)]).toEqual([id, null, null]);
    }
    expect(after.troubles.reports).toEqual([]);
  });

  test("are read at startup after a kill, because what was written last may be missing in the notes", async () => {
    const before = await open();
    await create(before, "a");
    await create(before, "b");
    await before.worlds.close();
    const killed = await open();
    await (await actorOf(killed, "b")).charge(1);
    disk = disk.kill();
    const after = await open();
    expect(loaded(after)).toEqual(["b"]);
    expect(await (await actorOf(after, "b")).see((_, { charges }) => charges.size)).toBe(1);
  });

  test("are dropped when no request asks for them; one that comes during it waits", async () => {
    const stage = await open();
    await (await create(stage, "a")).charge(1);
    await create(stage, "b", { holds: [{ amountCents: 100, releaseIn: "PT5M" }] });
    const dropping = stage.worlds.resting.dropIdle(later());
    const during = actorOf(stage, "a");
    await dropping;
    // Something will happen there soon.
    expect(loaded(stage)).toContain("b");
    expect(await (await during).see((_, { charges }) => charges.size)).toBe(1);
    expect((await (await actorOf(stage, "a")).charge(1)).type).toBe("charge-created");
    expect(stage.troubles.reports).toEqual([]);
  });

  test("do what is due without a request", async () => {
    const before = await open();
    await create(before, "a", { holds: [{ amountCents: 100, releaseIn: "PT1H" }] });
    await create(before, "b", { holds: [{ amountCents: 100, releaseIn: "PT3H" }] });
    await before.worlds.close();
    clock.pass(2 * hours);
    const after = await open();
    expect(loaded(after)).toEqual(["a"]);
    clock.pass(2 * hours);
    await after.worlds.resting.wakeDue();
    expect(loaded(after)).toEqual(["a", "b"]);
    expect(await (await actorOf(after, "b")).see((company) => company.holds.size)).toBe(0);
  });

  test("are deleted without being asked for, and their keys open nothing that comes later", async () => {
    const before = await open();
    await create(before, "a");
    await before.worlds.close();
    const after = await open();
    expect(await after.worlds.delete("a")).toBe(true);
    expect(await after.worlds.delete("a")).toBe(false);
    const order = { fixtureName: "x", fixture: fixtureOf({}), startAt, clock: { mode: "frozen" } } as const;
    await after.worlds.create({ ...order, worldId: "a" });
    expect(await after.worlds.find(digestOf("key of a"))).toBeNull();
    await after.worlds.close();
    expect(await (await open()).worlds.find(digestOf("key of a"))).toBeNull();
  });

  test("that are damaged keep no request from the others, and are reported once", async () => {
    const before = await open();
    await create(before, "a", { holds: [{ amountCents: 100, releaseIn: "PT1H" }] });
    await create(before, "b");
    await before.worlds.close();
    disk.put("/data/worlds/a/journal-000000000000000.jsonl", Buffer.from("damaged\n"));
    clock.pass(2 * hours);
    const after = await open();
    await after.worlds.resting.wakeDue();
    await expect(actorOf(after, "a")).rejects.toThrow("could not read its store");
    expect(after.troubles.reports.map(({ worldId }) => worldId)).toEqual(["a"]);
    expect((await (await actorOf(after, "b")).charge(1)).type).toBe("charge-created");
  });

  test("are listed and found although the disk has no room for the notes", async () => {
    const before = await open();
    await (await create(before, "a")).charge(1);
    disk.capacity = 0;
    await before.worlds.resting.dropIdle(later());
    expect(loaded(before)).toEqual([]);
    expect((await before.worlds.listed()).map(({ worldId }) => worldId)).toEqual(["a"]);
    await actorOf(before, "a");
    await before.worlds.close();
    disk.heal();
    expect(loaded(await open())).toEqual(["a"]);
  });
});
