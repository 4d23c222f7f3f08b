import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../store/memory-store.ts";
import type { WorldStore } from "../../store/world-store.ts";
import { advance } from "../advance.ts";
import { type Actor, advanced, settingClock } from "../testing/actor.ts";
import { FailingStore } from "../testing/failing-store.ts";
import { hours, startAt } from "../testing/hand-clock.ts";
import { ManualCourier } from "../testing/manual-courier.ts";
import { acknowledged, refused } from "../testing/scripted-courier.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { onStage, recorded } from "../testing/stage.ts";
import { Departures, quiet, until } from "../testing/waiting.ts";
import { Unavailable } from "../unavailable.ts";

/** A world with a webhook, whose receivers and whose store are in the test's hand. */
async function staged<S extends WorldStore>(store: S) {
  const courier = new ManualCourier();
  const { stage, actor } = await onStage({ store, courier });
  await actor.webhook("https://hooks.acme.dev/saldo", ["charge.pending", "charge.expired"]);
  return { store, courier, stage, actor };
}

/** The same with an attempt under way. */
async function underWay<S extends WorldStore>(store: S) {
  const world = await staged(store);
  await world.actor.charge(100);
  await until(() => world.courier.underWay.length === 1);
  return world;
}

/** The attempts of the one delivery, as number and status. */
async function attemptsOf(actor: Actor) {
  return (await actor.deliveries()).map(({ state, attempts }) => {
    return [state, ...attempts.map(({ number, httpStatus }) => `${number}: ${httpStatus}`)];
  });
}

describe.each(["visible", "invisible"] as const)("while the store writes (what it has written is %s)", (visibility) => {
  test("no attempt leaves that tells of it; it leaves when it is durable", async () => {
    const { store, courier, actor } = await staged(new SlowStore(new MemoryStore(), visibility));
    store.pause();
    const charge = actor.charge(100);
    await store.someoneWaits();
    await quiet();
    expect(courier.requests).toEqual([]);
    store.release();
    await charge;
    await until(() => courier.requests.length === 1);
    courier.end();
    await until(async () => (await attemptsOf(actor))[0]?.[0] === "DELIVERED");
  });

  test("no attempt of an advance leaves either, for the time itself is not durable", async () => {
    const { store, courier, actor } = await staged(new SlowStore(new MemoryStore(), visibility));
    await actor.charge(100);
    await until(() => courier.requests.length === 1);
    courier.end(refused);
    await until(async () => (await attemptsOf(actor))[0]?.length === 2);
    store.pause();
    const left = new Departures();
    left.watch(
      "advance",
      advanced(actor.world, { by: "PT5S" }).then(({ attempts }) => attempts.made),
    );
    await store.someoneWaits();
    await quiet();
    expect(courier.requests).toHaveLength(1);
    store.releaseOne();
    await until(() => courier.underWay.length === 1);
    courier.end();
    await store.someoneWaits();
    await quiet();
    // Its result is not durable yet.
    expect(left.left).toEqual([]);
    store.release();
    await until(() => left.left.length === 1);
    expect(left.left).toEqual(["advance: 1"]);
  });

  test("no request sees a result that is not durable", async () => {
    const { store, courier, actor } = await underWay(new SlowStore(new MemoryStore(), visibility));
    store.pause();
    courier.end();
    await store.someoneWaits();
    const left = new Departures();
    left.watch("look", attemptsOf(actor));
    await quiet();
    expect(left.left).toEqual([]);
    store.release();
    await until(() => left.left.length === 1);
    expect(left.left).toEqual(['look: [["DELIVERED","1: 200"]]']);
  });
});

describe("when a write fails", () => {
  test("after which all is kept that it said was not: the attempt leaves, of the world that was read again", async () => {
    const { store, courier, actor } = await staged(new FailingStore());
    store.failAppend(1, "all kept");
    await expect(actor.charge(100)).rejects.toThrow(Unavailable);
    store.repair();
    await actor.available();
    await until(() => courier.requests.length === 1);
    courier.end();
    await until(async () => (await attemptsOf(actor))[0]?.[0] === "DELIVERED");
    expect(courier.requests).toHaveLength(1);
  });

  test("what was under way is ended, unheard, and begun again with the same id", async () => {
    const { store, courier, actor } = await underWay(new FailingStore());
    store.failAppend(1);
    await expect(actor.initiate()).rejects.toThrow(Unavailable);
    store.repair();
    await actor.available();
    await until(() => courier.requests.length === 2);
    expect(courier.requests[1]).toEqual(courier.requests[0]);
    expect([courier.abandoned.length, courier.underWay.length]).toEqual([1, 1]);
    await quiet();
    expect(await attemptsOf(actor)).toEqual([["PENDING"]]);
    courier.end(acknowledged);
    await until(async () => (await recorded(store)) === 1);
    expect(await attemptsOf(actor)).toEqual([["DELIVERED", "1: 200"]]);
    await actor.world.close();
  });

  test("the result that could not be kept is none: the attempt is made again by itself, with the same id", async () => {
    const { store, courier, stage, actor } = await underWay(new FailingStore());
    store.failAppend(1);
    const repaired = stage.troubles.reached(1).then(() => store.repair());
    courier.end(acknowledged);
    await repaired;
    // No request comes; the world only rests for a moment.
    await until(() => courier.requests.length === 2);
    expect(courier.requests[1]).toEqual(courier.requests[0]);
    courier.end(refused);
    await until(async () => (await recorded(store)) === 1);
    expect(await attemptsOf(actor)).toEqual([["PENDING", "1: 500"]]);
    await actor.world.close();
  });

  test("an advance that waits for a receiver ends with it, and gives the clock back", async () => {
    const { store, courier, actor } = await staged(new FailingStore());
    await actor.charge(100, { expiresIn: "PT1H" });
    courier.endAll();
    await until(async () => (await recorded(store)) === 1);
    const left = new Departures();
    left.watch("advance", advance(actor.world, { by: "P1D" }));
    await until(() => courier.underWay.length === 1);
    store.failAppend(1);
    await expect(actor.charge(100)).rejects.toThrow(Unavailable);
    store.repair();
    await until(() => left.left.length === 1);
    expect(left.left).toEqual(["advance failed: Unavailable"]);
    await settingClock(actor.world);
    await actor.available();
    await until(() => courier.underWay.length === 1);
    expect(courier.underWay[0]).toEqual(courier.requests[1]);
    courier.end(acknowledged);
    await until(async () => (await recorded(store)) === 2);
    expect((await attemptsOf(actor)).at(-1)).toEqual(["DELIVERED", "1: 200"]);
    expect((await advanced(actor.world, { to: startAt + 2 * hours })).attempts.made).toBe(0);
  });

  test("under an advance that waits for what it found under way: it begins on the world that was read again", async () => {
    const { store, courier, actor } = await underWay(new FailingStore());
    const result = advanced(actor.world, { by: "PT5S" });
    await quiet();
    store.failAppend(1);
    await expect(actor.initiate()).rejects.toThrow(Unavailable);
    store.repair();
    // How the first attempt ended is not heard, so that the advance makes it.
    await until(() => courier.requests.length === 2);
    courier.end(refused);
    await until(() => courier.underWay.length === 1);
    courier.end(acknowledged);
    expect((await result).attempts).toEqual({ made: 2, succeeded: 1, failed: 1 });
    expect(await attemptsOf(actor)).toEqual([["DELIVERED", "1: 500", "2: 200"]]);
  });

  test("a world that is begun again at a broken store does not wear its receivers out", async () => {
    const { store, courier, stage, actor } = await underWay(new FailingStore());
    store.breakDown();
    courier.end(acknowledged);
    await stage.troubles.reached(1);
    await quiet();
    expect(courier.requests).toHaveLength(1);
    store.repair();
    await actor.world.close();
  });
});
