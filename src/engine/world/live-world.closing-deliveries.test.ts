import { describe, expect, test } from "vitest";
import { fingerprint } from "../../domain/testing/fingerprint.ts";
import { advance } from "../advance.ts";
import { replay } from "../history/replay.ts";
import { FailingStore } from "../testing/failing-store.ts";
import { HandClock, seconds, startAt } from "../testing/hand-clock.ts";
import { ManualCourier } from "../testing/manual-courier.ts";
import { acknowledged, refused, ScriptedCourier } from "../testing/scripted-courier.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { delivering, eventTypesOf, kept, onStage, openStage } from "../testing/stage.ts";
import { Departures, quiet, until } from "../testing/waiting.ts";
import { Unavailable } from "../unavailable.ts";

async function underWay(count = 1) {
  const store = new SlowStore();
  return { ...(await delivering({ store }, {}, count)), store, left: new Departures() };
}

describe("a world that is closed", () => {
  test("waits for attempts under way and until their results are durable, and takes no request until then", async () => {
    const { courier, store, actor, left } = await underWay(2);
    left.watch("close", actor.world.close());
    left.watch("late", actor.charge(100));
    left.watch("late advance", advance(actor.world, { by: "PT1S" }));
    await quiet();
    expect(left.left).toEqual(["late failed: Unavailable", "late advance failed: Unavailable"]);
    store.pause();
    courier.end(acknowledged);
    courier.end(refused);
    await store.someoneWaits();
    await quiet();
    expect(left.left).toHaveLength(2);
    store.release();
    await until(() => left.left.length === 3);
    const { deliveries } = (await replay(store, "w")).world;
    expect([...deliveries.values()].map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ["DELIVERED", 1],
      ["PENDING", 1],
    ]);
    expect(courier.abandoned).toEqual([]);
  });

  test("begins no attempt any more, also none that only waited for room", async () => {
    const { courier, store, actor } = await underWay(70);
    const closing = actor.world.close();
    courier.endAll();
    await closing;
    await quiet();
    expect(courier.requests).toHaveLength(64);
    expect(eventTypesOf(await kept(store)).filter((type) => type === "AttemptRecorded")).toHaveLength(64);
  });

  test("makes the attempt of a command that it had let in, and waits for it", async () => {
    const courier = new ManualCourier();
    const store = new SlowStore();
    const { actor } = await onStage({ store, courier });
    await actor.webhook();
    store.pause();
    const charge = actor.charge(100);
    await store.someoneWaits();
    const closing = actor.world.close();
    store.release();
    await charge;
    // It was begun with the command; what it tells of was durable only when the world was closing already.
    await until(() => courier.underWay.length === 1);
    courier.end();
    await closing;
    expect(eventTypesOf(await kept(store)).at(-1)).toBe("AttemptRecorded");
  });

  test("under an advance that waits for a receiver ends the advance when the attempt was recorded", async () => {
    const courier = new ManualCourier();
    const { stage, actor } = await onStage({ courier });
    await actor.webhook("https://hooks.acme.dev/saldo", ["charge.expired"]);
    await actor.charge(100, { expiresIn: "PT1H" });
    const left = new Departures();
    left.watch("advance", advance(actor.world, { by: "P1D" }));
    await until(() => courier.underWay.length === 1);
    left.watch("close", actor.world.close());
    await quiet();
    expect(left.left).toEqual([]);
    courier.end(refused);
    await until(() => left.left.length === 2);
    expect(left.left.toSorted()).toEqual(["advance failed: Unavailable", "close: undefined"]);
    expect(eventTypesOf(await kept(stage.store)).at(-1)).toBe("AttemptRecorded");
    await quiet();
    expect(courier.requests).toHaveLength(1);
  });
});

describe("a world that is deleted", () => {
  test("abandons what is under way, and waits for no receiver", async () => {
    const { courier, stage } = await underWay(3);
    expect(await stage.worlds.delete("w")).toBe(true);
    expect(courier.abandoned).toHaveLength(3);
    expect(await stage.store.list()).toEqual([]);
    expect(stage.troubles.reports).toEqual([]);
  });

  test("abandons what was begun before it was read again, too", async () => {
    const store = new FailingStore();
    const { courier, stage, actor } = await delivering({ store });
    store.failAppend(1);
    await expect(actor.charge(100)).rejects.toThrow(Unavailable);
    store.repair();
    await actor.available();
    await stage.worlds.delete("w");
    expect(courier.underWay).toEqual([]);
  });

  test("while it was being closed already is not waited for either", async () => {
    const { courier, stage, actor, left } = await underWay();
    left.watch("close", actor.world.close());
    await quiet();
    expect(left.left).toEqual([]);
    left.watch("delete", stage.worlds.delete("w"));
    await until(() => left.left.length === 2);
    expect(courier.abandoned).toHaveLength(1);
  });
});

describe("a world that is brought back", () => {
  test("makes attempts that have no result again, with the same id and body, without being asked", async () => {
    const { store, actor } = await underWay();
    // The process ends; nothing of it is heard again. The world's clock is frozen.
    const courier = new ManualCourier();
    const again = await openStage({ store, courier });
    await until(() => courier.underWay.length === 1);
    const [delivery] = await actor.deliveries();
    expect(courier.requests).toMatchObject([
      { deliveryId: delivery?.deliveryId, body: delivery?.body, sentAt: startAt },
    ]);
    courier.end(acknowledged);
    await until(async () => eventTypesOf(await kept(store)).at(-1) === "AttemptRecorded");
    await again.worlds.close();
  });

  test("knows how long attempts took and what they were answered, though no event tells it", async () => {
    const wall = new HandClock(startAt + 12 * seconds);
    const answer = { ...refused, durationMs: 777, responseBody: "the kitchen is closed" };
    const { stage, actor } = await onStage({ courier: new ScriptedCourier(() => answer), wallClock: wall.read });
    await actor.run({ type: "change-settings", patch: { webhookTimestamps: "wall" } });
    await actor.webhook();
    await actor.charge(100);
    await until(async () => (await actor.deliveries())[0]?.attempts.length === 1);
    const lived = await actor.world.transact(({ world }) => fingerprint(world));
    const commits = await kept(stage.store);
    const recorded = commits.at(-1);
    expect(JSON.stringify(recorded?.events)).not.toMatch(/777|kitchen|durationMs|responseBody|error/);
    const { error } = refused;
    const measured = { sentAt: wall.read(), durationMs: 777, error, responseBody: "the kitchen is closed" };
    expect(recorded?.wall.attempt).toEqual(measured);
    const { world } = await replay(stage.store, "w");
    expect([...world.deliveries.values()][0]?.attempts).toMatchObject([measured]);
    expect(fingerprint(world)).toBe(lived);
  });
});
