import { describe, expect, test } from "vitest";
import { advance } from "../advance.ts";
import { reset } from "../rewind.ts";
import { HandClock, hours, seconds } from "../testing/hand-clock.ts";
import { ManualCourier } from "../testing/manual-courier.ts";
import { SharedMemory } from "../testing/shared-memory.ts";
import { actorIn, enter, openStage } from "../testing/stage.ts";
import { until } from "../testing/waiting.ts";
import { ClockBusy } from "../unavailable.ts";

/** Two processes, as it were, that share a world whose clock runs. */
async function replicas() {
  const clock = new HandClock();
  const store = new SharedMemory(clock.read);
  const otherStore = new SharedMemory(clock.read, store);
  const courier = new ManualCourier();
  const stage = await openStage({ store, wallClock: clock.read, courier });
  const left = await enter(stage, { mode: "running" });
  const otherCourier = new ManualCourier();
  const otherStage = await openStage({ store: otherStore, wallClock: clock.read, courier: otherCourier });
  const [key = ""] = await left.world.transact(({ chronicle }) => [...chronicle.companyIds.keys()]);
  await otherStage.worlds.find(key);
  return { clock, store, otherStore, otherStage, left, right: actorIn(otherStage, left), courier, otherCourier };
}

/** An advance of an hour that waits for a receiver. */
async function advancing() {
  const all = await replicas();
  await all.left.webhook();
  await all.left.charge(100);
  await until(() => all.courier.underWay.length === 1);
  const outcome = advance(all.left.world, { by: "PT1H" }).catch((error: unknown) => error);
  await until(async () => (await all.right.world.transact(({ at }) => at)) === all.clock.read());
  return { ...all, outcome };
}

describe("a clock that one process advances", () => {
  test("stands still for all, and no other process may advance or set it", async () => {
    const { clock, right, courier, outcome } = await advancing();
    const timeOf = () => right.world.look(({ at }) => at);
    const before = await timeOf();
    clock.pass(5 * seconds);
    expect(await timeOf()).toBe(before);
    await expect(advance(right.world, { by: "PT1H" })).rejects.toThrow(ClockBusy);
    await expect(right.world.transact(() => right.world.assertClockFree())).rejects.toThrow(ClockBusy);
    courier.endAll();
    expect(await outcome).toMatchObject({ type: "clock-advanced" });
    expect(await timeOf()).toBe(before + hours);
    expect(await advance(right.world, { by: "PT1H" })).toMatchObject({ type: "clock-advanced" });
  });

  test("goes on when that process is gone", async () => {
    const { clock, right, otherCourier } = await advancing();
    const before = await right.world.transact(({ at }) => at);
    clock.pass(11 * seconds);
    expect(await right.world.transact(({ at }) => at)).toBe(before + 11 * seconds);
    await until(() => otherCourier.underWay.length === 1);
    otherCourier.endAll();
    expect(await advance(right.world, { by: "PT1H" })).toMatchObject({ type: "clock-advanced" });
  });

  test("waits for the attempts of the others, and makes none of them again", async () => {
    const { left, right, courier, otherCourier } = await replicas();
    await right.webhook();
    await right.charge(100);
    await until(() => otherCourier.underWay.length === 1);
    const outcome = advance(left.world, { by: "PT1H" });
    const ended = until(() => left.world.known.at > 0).then(() => otherCourier.endAll());
    expect(await outcome).toMatchObject({ type: "clock-advanced", attempts: { made: 0 } });
    await ended;
    expect([courier.requests.length, otherCourier.requests.length]).toEqual([0, 1]);
  });
});

describe("a look at a shared world", () => {
  test("takes no turn, and sees what others have answered and the time since", async () => {
    const { clock, left, right, otherStore } = await replicas();
    await right.world.wake();
    const { taken } = otherStore;
    const before = await right.world.look(({ world }) => world.charges.size);
    for (let i = 1; i <= 5; i += 1) {
      await left.charge(100);
      clock.pass(seconds);
      const seen = await right.world.look(({ world, at }) => ({ charges: world.charges.size - before, at }));
      expect(seen).toEqual({ charges: i, at: await left.world.look(({ at }) => at) });
    }
    expect(otherStore.taken).toBe(taken);
  });

  test("takes no turn for those who follow the history, whoever writes it", async () => {
    const { left, right, otherStore, otherStage } = await replicas();
    await right.world.wake();
    const { taken } = otherStore;
    const growth = right.world.nextGrowth(new AbortController().signal);
    await left.charge(100);
    const { position } = left.world.known;
    expect(await right.world.followedEnd()).toBeLessThan(position);
    await otherStage.worlds.catchUp();
    await growth;
    expect(await right.world.followedEnd()).toBe(position);
    expect(otherStore.taken).toBe(taken);
    const rewound = right.world.nextGrowth(new AbortController().signal);
    await reset(left.world);
    await otherStage.worlds.catchUp();
    await rewound;
    expect(await right.world.followedEnd()).toBe(left.world.known.position);
  });

  test("takes a turn if something is due", async () => {
    const { clock, left, right, otherStore } = await replicas();
    await left.charge(100, { expiresIn: "PT1H" });
    await right.world.wake();
    clock.pass(2 * hours);
    const { taken } = otherStore;
    const last = await right.world.look(({ world }) => [...world.charges.values()].at(-1)?.paymentStatus);
    expect(last).toBe("EXPIRED");
    expect(otherStore.taken).toBe(taken + 1);
  });

  test("sees nothing of a turn that is not kept yet, nor of one that never is", async () => {
    const { left, store } = await replicas();
    const count = () => left.world.look(({ world }) => world.charges.size);
    const before = await count();
    store.fault = "lost";
    const charged = left.charge(100).catch(() => undefined);
    const seen = Array.from({ length: 5 }, count);
    expect(new Set(await Promise.all(seen))).toEqual(new Set([before]));
    await charged;
    expect(await count()).toBe(before);
  });
});
