import { describe, expect, test } from "vitest";
import { advance } from "../advance.ts";
import { rewind } from "../rewind.ts";
import { HandClock, seconds } from "../testing/hand-clock.ts";
import { ManualCourier } from "../testing/manual-courier.ts";
import { SharedMemory } from "../testing/shared-memory.ts";
import { actorIn, enter, openStage, recorded } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";

/** Two processes, as it were, that share a world; the first has just sent a webhook request, which nobody answers yet. */
async function delivering() {
  const clock = new HandClock();
  const stores = [new SharedMemory(clock.read)];
  stores.push(new SharedMemory(clock.read, stores[0]));
  const [store = stores[0], otherStore] = stores;
  const couriers = { left: new ManualCourier(), right: new ManualCourier() };
  const stage = await openStage({ store, wallClock: clock.read, courier: couriers.left });
  const actor = await enter(stage, { mode: "running" });
  const right = await openStage({ store: otherStore, wallClock: clock.read, courier: couriers.right });
  const [key = ""] = await actor.world.transact(({ chronicle }) => [...chronicle.companyIds.keys()]);
  await right.worlds.find(key);
  const other = actorIn(right, actor);
  await actor.webhook();
  await actor.charge(100);
  await until(() => couriers.left.underWay.length === 1);
  if (store === undefined) throw new Error("there are two stores");
  return { clock, store, stage, right, actor, other, couriers };
}

const idsOf = ({ requests }: ManualCourier) => requests.map(({ deliveryId }) => deliveryId);

describe("delivery attempts of a world that processes share", () => {
  test("are made by one of them, whoever else looks at the world, and recorded once", async () => {
    const { other, couriers, store } = await delivering();
    await other.charge(100);
    await until(() => couriers.right.underWay.length === 1);
    expect(new Set([...idsOf(couriers.left), ...idsOf(couriers.right)]).size).toBe(2);
    couriers.left.endAll();
    couriers.right.endAll();
    await until(async () => (await recorded(store)) === 2);
    await quiet();
    expect([couriers.left.requests.length, couriers.right.requests.length]).toEqual([1, 1]);
  });

  test("are made again with the same id when the claim of one who died has ended", async () => {
    const { clock, other, couriers, right, store } = await delivering();
    clock.pass(9 * seconds);
    await other.world.wake();
    await quiet();
    expect(couriers.right.requests).toEqual([]);
    clock.pass(2 * seconds);
    await right.worlds.wakeDue();
    await other.world.wake();
    await until(() => couriers.right.underWay.length === 1);
    expect(idsOf(couriers.right)).toEqual(idsOf(couriers.left));
    couriers.right.endAll();
    await until(async () => (await recorded(store)) === 1);
    // The other one only stood still.
    couriers.left.endAll();
    await quiet();
    expect(await recorded(store)).toBe(1);
  });

  test("stay under way when the world is read again, and their results are recorded then", async () => {
    const { store, stage, actor, couriers } = await delivering();
    store.fault = "lost";
    await expect(actor.charge(100)).rejects.toThrow();
    store.fault = "lost";
    couriers.left.end();
    await until(async () => (await recorded(store)) === 1);
    await actor.world.wake();
    await quiet();
    expect(couriers.left.requests).toHaveLength(1);
    expect(stage.troubles.reports).toHaveLength(2);
  });

  test("are left to the one who advances the clock when they were claimed and not made", async () => {
    const { other, couriers, store } = await delivering();
    const advanced = advance(other.world, { by: "PT1H" });
    await until(async () => (await store.turns.glance("w", await store.turns.end("w"))).pause?.at != null);
    couriers.left.end(null);
    await until(() => couriers.right.underWay.length === 1);
    couriers.right.endAll();
    expect((await advanced).type).toBe("clock-advanced");
    expect(await recorded(store)).toBe(1);
  });

  test("are abandoned when another process takes the world back", async () => {
    const { actor, other, couriers, store } = await delivering();
    const { position } = await actor.world.transact(({ position }) => ({ position }));
    await other.charge(100);
    await until(() => couriers.right.underWay.length === 1);
    expect((await rewind(other.world, { position })).type).toBe("world-rewound");
    await until(() => couriers.right.underWay.length === 1);
    await actor.world.wake();
    await until(() => couriers.left.abandoned.length === 1);
    couriers.right.endAll();
    await until(async () => (await recorded(store)) === 1);
  });
});
