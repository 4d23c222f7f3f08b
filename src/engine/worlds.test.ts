import { describe, expect, test } from "vitest";
import { fingerprint } from "../domain/testing/fingerprint.ts";
import { Conflict } from "../store/world-store.ts";
import { advance } from "./advance.ts";
import { digestOf } from "./api-key.ts";
import type { WorldOrder } from "./beginning/world-beginning.ts";
import { FailingStore } from "./testing/failing-store.ts";
import { HandClock, hours, startAt } from "./testing/hand-clock.ts";
import { SlowStore } from "./testing/slow-store.ts";
import { fixtureOf, kept, onStage, openStage, type Stage } from "./testing/stage.ts";
import { quiet } from "./testing/waiting.ts";
import { Unavailable, WorldDeleted } from "./unavailable.ts";
import type { LiveWorld } from "./world/live-world.ts";

function order(companies: readonly object[] = [{ balance: 1_000 }, { balance: 2_000 }]): WorldOrder {
  return { fixtureName: "inline", fixture: fixtureOf(...companies), startAt, clock: { mode: "frozen" } };
}

async function create({ worlds }: Stage, given: WorldOrder = order()) {
  const created = await worlds.create(given);
  if ("problems" in created) throw new Error(JSON.stringify(created.problems));
  return created;
}

async function printOf(world: LiveWorld): Promise<string> {
  return world.transact((moment) => fingerprint(moment.world));
}

test("what reads a world while it is deleted is told so, and is no trouble of the store", async () => {
  const stage = await openStage();
  const { world } = await create(stage);
  const place = await world.past.start();
  await stage.store.delete(world.worldId);
  await expect(world.past.start()).rejects.toThrow(WorldDeleted);
  await expect(world.lookAt(async () => place)).rejects.toThrow(WorldDeleted);
  expect(stage.troubles.reports).toEqual([]);
});

describe("a world that is created", () => {
  test("keeps digests of its keys, and no key", async () => {
    const stage = await openStage();
    const { world, companies } = await create(stage);
    const text = JSON.stringify(await kept(stage.store, world.worldId));
    for (const { apiKey } of companies) {
      expect(text).not.toContain(apiKey);
      expect(text).toContain(digestOf(apiKey));
    }
  });

  test("has the keys that were ordered; others are drawn, and never the same", async () => {
    const stage = await openStage();
    const ordered = await create(stage, { ...order(), apiKey: (index) => `key-${index}` });
    expect(ordered.companies.map(({ apiKey }) => apiKey)).toEqual(["key-0", "key-1"]);
    const drawn = [...(await create(stage)).companies, ...(await create(stage)).companies];
    expect(new Set(drawn.map(({ apiKey }) => apiKey)).size).toBe(4);
  });

  test("begins at the machine's time, cut to the second, when no start is given", async () => {
    const wall = new HandClock(startAt + 1_234);
    const stage = await openStage({ wallClock: wall.read });
    const { world } = await create(stage, { ...order(), startAt: undefined });
    expect(world.known.at).toBe(startAt + 1_000);
  });

  test("is not made of a fixture that is impossible: nothing is kept", async () => {
    const stage = await openStage();
    const impossible = order([{ balance: 10, withdrawals: [{ value: 500, status: "CREATED" }] }]);
    expect(await stage.worlds.create(impossible)).toMatchObject({ problems: [{}] });
    expect(await stage.store.list()).toEqual([]);
    expect(stage.worlds.list()).toMatchObject([]);
  });

  test("does not take the place of another of the same id", async () => {
    const stage = await openStage();
    const { world, companies } = await create(stage, { ...order(), worldId: "default" });
    const before = await kept(stage.store, "default");
    await expect(stage.worlds.create({ ...order(), worldId: "default" })).rejects.toThrow(Conflict);
    expect(stage.worlds.get("default")).toBe(world);
    expect(await kept(stage.store, "default")).toEqual(before);
    expect((await stage.worlds.find(digestOf(companies[0]?.apiKey ?? "")))?.world).toBe(world);
  });

  test("is not answered, nor found by its key, before it is durable", async () => {
    const store = new SlowStore();
    const stage = await openStage({ store });
    store.pause();
    let answered = false;
    const creating = create(stage, { ...order(), worldId: "w", apiKey: (index) => `key-${index}` });
    const noted = creating.then(() => {
      answered = true;
    });
    await store.someoneWaits();
    await quiet();
    expect([answered, stage.worlds.get("w"), stage.worlds.find(digestOf("key-0"))]).toEqual([false, null, null]);
    store.release();
    await noted;
    expect((await stage.worlds.find(digestOf("key-0")))?.world).toBe((await creating).world);
  });

  test("is there whole or not at all when the store fails", async () => {
    const store = new FailingStore();
    const stage = await openStage({ store });
    store.breakDown();
    await expect(create(stage, { ...order(), worldId: "w", apiKey: () => "key" })).rejects.toThrow(Unavailable);
    expect(stage.worlds.list()).toMatchObject([]);
    expect(stage.worlds.find(digestOf("key"))).toBeNull();
    expect(await store.list()).toEqual([]);
    store.repair();
    await create(stage, { ...order(), worldId: "w", apiKey: () => "key" });
    expect(stage.worlds.find(digestOf("key"))).not.toBeNull();
  });
});

test("worlds that are brought back are the same, with their keys, also those given later", async () => {
  const stage = await openStage();
  const { world, companies } = await create(stage, { ...order(), worldId: "a" });
  await create(stage, { ...order([{}]), worldId: "b", fixtureName: "other" });
  const added = await world.transact((transaction) => {
    const [company] = transaction.world.companies.values();
    if (company === undefined) throw new Error("no company");
    return transaction.run({ type: "add-company", profile: company.profile }, { keyDigest: digestOf("late") });
  });
  await advance(world, { by: "PT1H" });
  const withKey = (await kept(stage.store, "a")).filter(({ wall }) => wall.keyDigest !== undefined);
  expect(withKey.map(({ events: [event] }) => event?.type)).toEqual(Array(3).fill("CompanyAdded"));
  const prints = await Promise.all(stage.worlds.list().map((one) => printOf(one.world)));
  for (const { world: each } of stage.worlds.list()) await each.close();

  const { worlds } = await openStage({ store: stage.store });
  expect(worlds.list().map(({ world: { worldId }, fixture }) => [worldId, fixture])).toEqual([
    ["a", "inline"],
    ["b", "other"],
  ]);
  expect(await Promise.all(worlds.list().map((one) => printOf(one.world)))).toEqual(prints);
  for (const { companyId, apiKey } of companies) {
    expect(worlds.find(digestOf(apiKey))).toEqual({ world: worlds.get("a"), companyId });
  }
  const companyId = "companyId" in added ? added.companyId : "";
  expect(worlds.find(digestOf("late"))).toEqual({ world: worlds.get("a"), companyId });
  expect(worlds.get("a")?.known.at).toBe(startAt + hours);
});

describe("a world that is deleted", () => {
  test("is forgotten with its keys, by the store too, and refuses what comes later; others stay", async () => {
    const stage = await openStage();
    const { world, companies } = await create(stage);
    const other = await create(stage);
    expect(await stage.worlds.delete(world.worldId)).toBe(true);
    expect(stage.worlds.get(world.worldId)).toBeNull();
    for (const { apiKey } of companies) expect(stage.worlds.find(digestOf(apiKey))).toBeNull();
    expect((await stage.store.list()).map(({ worldId }) => worldId)).toEqual([other.world.worldId]);
    await expect(printOf(world)).rejects.toThrow(Unavailable);
    expect((await stage.worlds.find(digestOf(other.companies[0]?.apiKey ?? "")))?.world).toBe(other.world);
    expect(await stage.worlds.delete(world.worldId)).toBe(false);
  });

  test("keeps its promises first: what was under way is durable before it goes", async () => {
    const store = new SlowStore();
    const { stage, actor } = await onStage({ store });
    store.pause();
    const events: string[] = [];
    const charge = actor.charge(500).then(() => events.push("charged"));
    await store.someoneWaits();
    const deletion = stage.worlds.delete("w").then(() => events.push("deleted"));
    await quiet();
    expect(events).toEqual([]);
    store.release();
    await Promise.all([charge, deletion]);
    expect(events).toEqual(["charged", "deleted"]);
    expect(stage.troubles.reports).toEqual([]);
  });
});

test("worlds do not see each other, also those of the same seed", async () => {
  const stage = await openStage();
  const [left, right] = await Promise.all([
    create(stage, { ...order(), seed: "1" }),
    create(stage, { ...order(), seed: "1" }),
  ]);
  const before = await printOf(right.world);
  const companyId = left.companies[0]?.companyId ?? "";
  expect(right.companies[0]?.companyId).toBe(companyId);
  await left.world.transact((transaction) =>
    transaction.run({ type: "create-charge", companyId, total: 500, paid: true }),
  );
  await advance(left.world, { by: "P1D" });
  expect(await printOf(right.world)).toBe(before);
  expect(right.world.known.at).toBe(startAt);
});
