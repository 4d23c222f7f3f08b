import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fingerprint } from "../../domain/testing/fingerprint.ts";
import { Damaged } from "../../store/damaged.ts";
import { gather } from "../../store/testing/sample-history.ts";
import { WriteFailed } from "../../store/world-store.ts";
import { advance } from "../advance.ts";
import { replay } from "../history/replay.ts";
import { FailingStore, type WriteFailure } from "../testing/failing-store.ts";
import { HandClock, hours } from "../testing/hand-clock.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { enter, onStage, reopened } from "../testing/stage.ts";
import { Departures, quiet, until } from "../testing/waiting.ts";
import { Unavailable } from "../unavailable.ts";

describe("when a write fails", () => {
  async function failingStage() {
    const slow = new SlowStore();
    const store = new FailingStore(slow);
    const { stage, actor } = await onStage({ store });
    return { slow, store, stage, actor, left: new Departures() };
  }

  test("all that waits is told so, and the world shows what is durable and nothing else", async () => {
    const { store, stage, actor, left } = await failingStage();
    await actor.charge(100);
    const before = await actor.look();
    store.failAppend(1);
    left.watch("initiate", actor.initiate());
    left.watch("again", actor.initiate());
    left.watch("look", actor.available());
    left.watch("history", gather(actor.world.history(0)));
    await until(() => left.left.length === 4);
    expect(left.left).toEqual(["initiate", "again", "look", "history"].map((name) => `${name} failed: Unavailable`));
    store.repair();
    expect(await actor.look()).toEqual(before);
    expect(stage.troubles.reports).toEqual([{ worldId: "w", error: expect.any(WriteFailed) }]);
  });

  test.each<[WriteFailure, number]>([
    ["nothing kept", 0],
    ["first commit kept", 1],
    ["all kept", 2],
  ])("a command without an answer is whole or not at all (%s)", async (failure, initiations) => {
    const { store, stage, actor, left } = await failingStage();
    const before = await actor.look();
    store.failAppend(1, failure);
    left.watch("initiate", actor.initiate(10_000));
    left.watch("charge", actor.charge(100, { paid: true }));
    await until(() => left.left.length === 2);
    expect(left.left).toEqual(["initiate failed: Unavailable", "charge failed: Unavailable"]);
    store.repair();
    const available = await actor.available();
    expect(available).toBe([150_000, 140_000, 140_100][initiations]);
    // Two events of the initiation, four of the charge.
    const { position, print } = await actor.look();
    expect(position - before.position).toBe([0, 2, 6][initiations]);
    expect(fingerprint((await replay(stage.store, "w")).world)).toBe(print);
  });

  test("a state that cannot be read for a while is read as soon as it can be; no request is taken before", async () => {
    const { store, stage, actor } = await failingStage();
    const before = await actor.look();
    store.failAppend(1);
    store.failReads();
    await expect(actor.initiate()).rejects.toThrow(Unavailable);
    for (const readings of [2, 3]) {
      await until(() => store.readings >= readings);
      await expect(actor.available()).rejects.toThrow(/cannot read this world .* at the moment; it tries again/);
    }
    expect(stage.troubles).toMatchObject({ reports: [{ error: { name: "WriteFailed" } }, {}], recoveries: [] });
    store.repair();
    await until(() => stage.troubles.recoveries.length > 0);
    expect(await actor.look()).toEqual(before);
    await actor.charge(100);
    expect(stage.troubles).toMatchObject({ reports: { length: 2 }, recoveries: ["w"] });
  });

  test("a world that ends is not read any more", async () => {
    const { store, actor } = await failingStage();
    store.failAppend(1);
    store.failReads();
    await expect(actor.initiate()).rejects.toThrow(Unavailable);
    await actor.world.close();
    const { readings } = store;
    const later = await failingStage();
    later.store.failAppend(1);
    later.store.failReads();
    await later.actor.initiate().catch(() => undefined);
    await until(() => later.store.readings >= 4);
    expect(store.readings).toBe(readings);
    await later.actor.world.close();
  });

  test("a state that is damaged stops the world, loudly; others go on, and a restart brings it back", async () => {
    const { store, stage, actor } = await failingStage();
    const other = await enter(stage, { worldId: "other" });
    const before = await actor.look();
    store.failAppend(1);
    store.failReads(new Damaged("journal", 3, "it is cut"));
    await expect(actor.initiate()).rejects.toThrow(Unavailable);
    await expect(actor.available()).rejects.toThrow(/stopped/);
    store.repair();
    await expect(actor.available()).rejects.toThrow(/stopped/);
    await expect(advance(actor.world, { by: "PT1S" })).rejects.toThrow(Unavailable);
    expect(stage.troubles.reports).toEqual([
      { worldId: "w", error: expect.any(WriteFailed) },
      { worldId: "w", error: expect.any(Unavailable) },
    ]);
    await other.charge(100);
    await actor.world.close();
    expect(await (await reopened(store, actor)).look()).toEqual(before);
  });

  test("a history that cannot be read is a reason to try later, not a bug", async () => {
    const { store, actor } = await failingStage();
    store.failReads();
    await expect(gather(actor.world.history(0))).rejects.toThrow(Unavailable);
    store.repair();
    expect(await gather(actor.world.history(0))).not.toEqual([]);
  });

  test("a running world with something overdue does not wear the store out", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const wall = new HandClock();
    const store = new FailingStore();
    const { actor } = await onStage({ store, wallClock: wall.read }, { mode: "running" });
    await actor.charge(100, { expiresIn: "PT1H" });
    store.failAppend(1);
    wall.pass(2 * hours);
    await expect(actor.available()).rejects.toThrow(Unavailable);
    // In twenty milliseconds a hot loop would have been round many times.
    for (let ms = 0; ms < 20; ms += 1) {
      vi.advanceTimersByTime(1);
      await quiet();
    }
    expect(store.appends).toBeLessThanOrEqual(4);
    store.repair();
    expect(await actor.lastCharge()).toBe("EXPIRED");
    await actor.world.close();
  });
});
