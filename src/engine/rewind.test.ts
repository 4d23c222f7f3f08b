import { describe, expect, test } from "vitest";
import { fingerprint } from "../domain/testing/fingerprint.ts";
import { emptyWorld } from "../domain/world.ts";
import { Damaged } from "../store/damaged.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { advance } from "./advance.ts";
import { findPlace, type PlaceTarget } from "./history/find-place.ts";
import type { Present } from "./history/past.ts";
import { reset, rewind } from "./rewind.ts";
import type { Actor } from "./testing/actor.ts";
import { FailingStore } from "./testing/failing-store.ts";
import { HandClock, hours, startAt } from "./testing/hand-clock.ts";
import { ManualCourier } from "./testing/manual-courier.ts";
import { acknowledged, ScriptedCourier } from "./testing/scripted-courier.ts";
import { SlowStore } from "./testing/slow-store.ts";
import { eventTypesOf, kept, onStage } from "./testing/stage.ts";
import { Departures, quiet, until } from "./testing/waiting.ts";
import { ClockBusy, Unavailable } from "./unavailable.ts";

async function rewound(actor: Actor, target: PlaceTarget) {
  const outcome = await rewind(actor.world, target);
  if (outcome.type !== "world-rewound") throw new Error(JSON.stringify(outcome));
  return outcome;
}

test("a large world goes back to its beginning and ahead again", async () => {
  const { actor } = await onStage({}, { company: { generate: { charges: 2_500, over: "P30D" } } });
  // A rewind has an epoch of its own, with other ids for what is new.
  const { minted } = emptyWorld();
  const state = () => actor.world.transact(({ world }) => fingerprint({ ...world, at: 0, epoch: 0, minted }));
  const before = await state();
  for (let i = 0; i < 3; i += 1) {
    await actor.charge(1_000, { paid: true });
    await advance(actor.world, { by: "P20D" });
    const { position } = await actor.look();
    const after = await state();
    await reset(actor.world);
    expect((await state()) === before).toBe(true);
    await rewound(actor, { position });
    expect((await state()) === after).toBe(true);
  }
});

describe("a running clock", () => {
  test("goes on from the place gone back to, and what falls due on the way happens anew", async () => {
    const wall = new HandClock();
    const { actor } = await onStage({ wallClock: wall.read }, { mode: "running" });
    await actor.charge(1_000, { expiresIn: "PT1H" });
    const { position } = await actor.look();
    wall.pass(2 * hours);
    const status = () => actor.see((_, { charges }) => [...charges.values()].at(-1)?.paymentStatus);
    expect(await status()).toBe("EXPIRED");
    await rewound(actor, { position });
    expect(await status()).toBe("PENDING");
    expect((await actor.look()).at).toBe(startAt);
    wall.pass(hours - 1);
    expect(await status()).toBe("PENDING");
    wall.pass(1);
    expect(await status()).toBe("EXPIRED");
  });

  test("does what is due by now before it goes back, so that it can be found there again", async () => {
    const wall = new HandClock();
    const { stage, actor } = await onStage({ wallClock: wall.read }, { mode: "running" });
    await actor.charge(1_000, { expiresIn: "PT1H" });
    const { position } = await actor.look();
    wall.pass(2 * hours);
    const outcome = await rewound(actor, { position });
    expect(eventTypesOf(await kept(stage.store)).slice(-3)).toEqual([
      "ChargeExpired",
      "NotificationRaised",
      "WorldRewound",
    ]);
    await rewound(actor, { position: outcome.position - 1 });
    expect(await actor.lastCharge()).toBe("EXPIRED");
  });
});

test("a rewind that is refused costs a running clock no time", async () => {
  const wall = new HandClock();
  const { actor } = await onStage({ wallClock: wall.read }, { mode: "running" });
  const refused = rewind(actor.world, { bookmark: "none" });
  wall.pass(hours);
  expect((await refused).type).toBe("bookmark-unknown");
  expect((await actor.look()).at).toBe(startAt + hours);
});

test("a rewind from a position drops nothing that happened since, not even what comes while it looks for its place", async () => {
  const { actor } = await onStage({});
  const { position: to } = await actor.look();
  await actor.charge(100);
  const { position: from } = await actor.look();
  const find = async (present: Present) => {
    await actor.charge(200);
    return findPlace(actor.world.past, { position: to }, present);
  };
  const late = await actor.world.goBack({ find, from, deliveries: "resume", fromTheBeginning: false });
  const { position } = await actor.look();
  expect(late).toEqual({ type: "world-moved-on", from, position });
  expect((await rewind(actor.world, { position: to }, "resume", position)).type).toBe("world-rewound");
});

describe("codes and webhooks", () => {
  test("what is under way is called back, and how it ends counts for nothing", async () => {
    const courier = new ManualCourier();
    const { stage, actor } = await onStage({ courier });
    await actor.webhook();
    const { position } = await actor.look();
    await actor.charge(100);
    await until(() => courier.underWay.length === 1);
    await rewound(actor, { position });
    expect(courier.abandoned).toHaveLength(1);
    await quiet();
    expect(eventTypesOf(await kept(stage.store))).not.toContain("AttemptRecorded");
    expect(await actor.deliveries()).toEqual([]);
  });

  test("a result that comes after its attempt was abandoned is not recorded, not even after a reset", async () => {
    const ends: (() => void)[] = [];
    // A courier that cannot be called back.
    const courier = new ScriptedCourier(() => new Promise((resolve) => ends.push(() => resolve(acknowledged))));
    const { stage, actor } = await onStage({ courier }, { company: { webhooks: [hook] } });
    await actor.charge(100);
    await until(() => ends.length === 1);
    await reset(actor.world);
    await actor.charge(100);
    await until(() => ends.length === 2);
    expect(courier.requests[0]?.deliveryId).toBe(courier.requests[1]?.deliveryId);
    ends[0]?.();
    await quiet();
    expect(eventTypesOf(await kept(stage.store))).not.toContain("AttemptRecorded");
    ends[1]?.();
    await until(async () => (await actor.deliveries())[0]?.state === "DELIVERED");
  });
});

const hook = { name: "Hooks", url: "https://hooks.acme.dev/saldo", events: ["charge.pending"] };

describe("one at a time", () => {
  test("a rewind during an advance is refused, and an advance during a rewind", async () => {
    const slow = new SlowStore();
    const { actor } = await onStage({ store: slow });
    const { position } = await actor.look();
    const left = new Departures();
    slow.pause();
    left.watch("advance", advance(actor.world, { by: "P1D" }));
    await slow.someoneWaits();
    await expect(rewind(actor.world, { position })).rejects.toThrow(ClockBusy);
    slow.release();
    await until(() => left.left.length === 1);
    slow.pause();
    left.watch("rewind", rewind(actor.world, { position }));
    await slow.someoneWaits();
    await expect(rewind(actor.world, { position })).rejects.toThrow(ClockBusy);
    await expect(reset(actor.world)).rejects.toThrow(ClockBusy);
    await expect(advance(actor.world, { by: "P1D" })).rejects.toThrow(ClockBusy);
    slow.release();
    await until(() => left.left.length === 2);
    expect(left.left).toEqual(["advance: clock-advanced", "rewind: world-rewound"]);
    expect((await advance(actor.world, { by: "P1D" })).type).toBe("clock-advanced");
  });

  test("no answer leaves that saw the world gone back to before that is durable", async () => {
    const slow = new SlowStore();
    const { actor } = await onStage({ store: slow });
    const { position } = await actor.look();
    await actor.charge(1_000, { paid: true });
    const left = new Departures();
    slow.pause();
    left.watch("rewind", rewind(actor.world, { position }));
    await slow.someoneWaits();
    left.watch("balance", actor.available());
    await quiet();
    expect(left.left).toEqual([]);
    slow.release();
    await until(() => left.left.length === 2);
    expect(left.left.sort()).toEqual(["balance: 150000", "rewind: world-rewound"]);
  });
});

describe("when the store fails", () => {
  test("a rewind that is not durable did not happen, also for a running clock, and can be tried again", async () => {
    const wall = new HandClock();
    const store = new FailingStore();
    const { actor } = await onStage({ store, wallClock: wall.read }, { mode: "running" });
    const { position } = await actor.look();
    wall.pass(hours);
    await actor.charge(1_000, { paid: true });
    wall.pass(hours);
    store.failAppend(1);
    await expect(rewind(actor.world, { position })).rejects.toThrow(Unavailable);
    store.repair();
    expect([(await actor.look()).at, await actor.available()]).toEqual([startAt + 2 * hours, 151_000]);
    wall.pass(hours);
    expect((await actor.look()).at).toBe(startAt + 3 * hours);
    await rewound(actor, { position });
    expect(await actor.available()).toBe(150_000);
  });

  test("a world that has stopped goes back, and is at work again", async () => {
    const store = new FailingStore();
    const { stage, actor } = await onStage({ store });
    const { position } = await actor.look();
    await actor.charge(1_000, { paid: true });
    store.failAppend(1);
    store.failReads(new Damaged("journal", 3, "it is cut"));
    await expect(actor.charge(2_000)).rejects.toThrow(Unavailable);
    await until(() => stage.troubles.reports.length === 2);
    await expect(actor.available()).rejects.toThrow(/stopped/);
    await expect(rewind(actor.world, { position })).rejects.toThrow(Unavailable);
    store.repair();
    await expect(actor.available()).rejects.toThrow(/stopped/);
    expect((await rewind(actor.world, { bookmark: "none" })).type).toBe("bookmark-unknown");
    await expect(actor.available()).rejects.toThrow(/stopped/);
    await rewound(actor, { position });
    expect(await actor.available()).toBe(150_000);
    await actor.charge(1_000, { paid: true });
    expect(await actor.available()).toBe(151_000);
  });

  test("an impossible world waits for what is still on its way to its store", async () => {
    const store = new SlowStore(new MemoryStore(), "invisible");
    const { actor } = await onStage({ store });
    store.pause();
    const pending = actor.charge(1_000, { paid: true });
    await quiet();
    const spoiling = actor.world.transact(({ world }) => {
      const company = world.companies.get(actor.companyId);
      if (company !== undefined) company.ledger.bank += 1;
    });
    await expect(actor.charge(1_000, { paid: true })).rejects.toThrow(/stopped/);
    const back = reset(actor.world);
    await quiet();
    store.release();
    await Promise.all([pending, spoiling]);
    expect(await back).toMatchObject({ epoch: 0, now: startAt });
    expect(await actor.available()).toBe(150_000);
  });

  test("a world that is closed does not go back", async () => {
    const { actor } = await onStage();
    const { position } = await actor.look();
    await actor.world.close();
    await expect(rewind(actor.world, { position })).rejects.toThrow(/shutting down/);
    await expect(reset(actor.world)).rejects.toThrow(/shutting down/);
  });
});
