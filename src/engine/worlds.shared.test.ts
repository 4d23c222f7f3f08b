import { describe, expect, test } from "vitest";
import type { Position, WorldId } from "../store/world-store.ts";
import { digestOf } from "./api-key.ts";
import { parseInlineFixture } from "./beginning/fixture/parse-fixture.ts";
import { Actor } from "./testing/actor.ts";
import { HandClock, hours, startAt } from "./testing/hand-clock.ts";
import { SharedMemory } from "./testing/shared-memory.ts";
import { openStage, type Stage } from "./testing/stage.ts";

/** A shared memory that counts what is read of each world. */
class CountedMemory extends SharedMemory {
  readonly reads: WorldId[] = [];

  override read(id: WorldId, after: Position, upTo?: Position) {
    this.reads.push(id);
    return super.read(id, after, upTo);
  }
}

/** Two processes, as it were, that share a store without worlds. */
async function replicas() {
  const clock = new HandClock();
  const store = new SharedMemory(clock.read);
  const left = await openStage({ store, wallClock: clock.read });
  const other = new CountedMemory(clock.read, store);
  const right = await openStage({ store: other, wallClock: clock.read });
  return { left, right, clock, reads: other.reads };
}

async function create({ worlds }: Stage, worldId: WorldId, company: object = {}) {
  const fixture = parseInlineFixture({ companies: [company] });
  if ("problems" in fixture) throw new Error(JSON.stringify(fixture.problems));
  const clock = { mode: "running" } as const;
  const created = await worlds.create({
    worldId,
    fixtureName: "x",
    fixture,
    startAt,
    clock,
    apiKey: () => `key of ${worldId}`,
  });
  if ("problems" in created) throw new Error(JSON.stringify(created.problems));
  return created.world;
}

async function actorOf({ worlds }: Stage, worldId: WorldId): Promise<Actor> {
  const found = await worlds.find(digestOf(`key of ${worldId}`));
  if (found === null) throw new Error(`nobody knows the key of ${worldId}`);
  return new Actor(found.world, found.companyId);
}

/** Longer than an idle world stays. */
const later = () => performance.now() + 300_000;

describe("worlds in a store that several processes share", () => {
  test("are found by their keys, wherever they were made, and read when somebody asks", async () => {
    const { left, right, reads } = await replicas();
    for (const id of ["a", "b", "c"]) await create(left, id);
    expect(right.worlds.list()).toEqual([]);
    const actor = await actorOf(right, "b");
    await actor.charge(1);
    expect(new Set(reads)).toEqual(new Set(["b"]));
    expect(right.worlds.list().map(({ worldId }) => worldId)).toEqual(["b"]);
    expect((await (await actorOf(left, "b")).look()).print).toBe((await actor.look()).print);
    expect(await right.worlds.find(digestOf("no key"))).toBeNull();
  });

  test("are read once for all who ask at the same time", async () => {
    const { left, right } = await replicas();
    await create(left, "a");
    const found = await Promise.all(Array.from({ length: 10 }, () => actorOf(right, "a")));
    expect(new Set(found.map(({ world }) => world)).size).toBe(1);
  });

  test("are listed, all of them", async () => {
    const { left, right } = await replicas();
    for (const id of ["a", "b"]) await create(left, id);
    await create(right, "c");
    for (const { worlds } of [left, right]) {
      expect((await worlds.listed()).map(({ worldId }) => worldId)).toEqual(["a", "b", "c"]);
    }
  });

  test("are known to be deleted: those who ask learn it, and their keys are unknown", async () => {
    const { left, right } = await replicas();
    await create(left, "a");
    const actor = await actorOf(left, "a");
    expect(await right.worlds.delete("a")).toBe(true);
    expect(await right.worlds.delete("a")).toBe(false);
    await expect(actor.charge(1)).rejects.toThrow("this world was deleted");
    expect(await left.worlds.find(digestOf("key of a"))).toBeNull();
    expect(left.troubles.reports).toEqual([]);
    await create(right, "a");
    expect((await (await actorOf(left, "a")).charge(1)).type).toBe("charge-created");
  });

  test("are dropped when nobody asks for them, and read again when somebody does", async () => {
    const { left } = await replicas();
    await create(left, "a");
    const before = await actorOf(left, "a");
    await before.charge(1);
    const { print } = await before.look();
    await left.worlds.dropIdle();
    expect(left.worlds.list()).toHaveLength(1);
    await left.worlds.dropIdle(later());
    expect(left.worlds.list()).toEqual([]);
    const again = await actorOf(left, "a");
    expect(again.world).not.toBe(before.world);
    expect((await again.look()).print).toBe(print);
  });

  test("are woken when something is due, by the directory of whoever is there", async () => {
    const { left, right, clock } = await replicas();
    await create(left, "a", { holds: [{ amountCents: 100, releaseIn: "PT1H" }] });
    await left.worlds.stop();
    await right.worlds.wakeDue();
    expect(right.worlds.list()).toEqual([]);
    clock.pass(2 * hours);
    await right.worlds.wakeDue();
    expect(right.worlds.list().map(({ worldId }) => worldId)).toEqual(["a"]);
    const holds = await (await actorOf(right, "a")).see((company) => company.holds.size);
    expect(holds).toBe(0);
  });

  test("stay while something will happen in them by itself, or somebody waits for it", async () => {
    const { left } = await replicas();
    await create(left, "a", { holds: [{ amountCents: 100, releaseIn: "PT5M" }] });
    const follower = new AbortController();
    const growth = (await create(left, "b")).nextGrowth(follower.signal);
    await left.worlds.dropIdle(later());
    expect(left.worlds.list().map(({ worldId }) => worldId)).toEqual(["a", "b"]);
    follower.abort();
    await growth;
    await left.worlds.dropIdle(later());
    expect(left.worlds.list().map(({ worldId }) => worldId)).toEqual(["a"]);
  });
});
