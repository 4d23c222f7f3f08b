import { describe, expect, test } from "vitest";
import { WriteFailed } from "../../store/world-store.ts";
import { FailingStore } from "../testing/failing-store.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { enter, eventTypesOf, kept, onStage, openStage } from "../testing/stage.ts";
import { Departures, quiet, until } from "../testing/waiting.ts";
import { Unavailable } from "../unavailable.ts";

describe("a world that is closed", () => {
  test("waits for writes under way and refuses what comes later", async () => {
    const store = new SlowStore();
    const { actor } = await onStage({ store });
    store.pause();
    const left = new Departures();
    left.watch("charge", actor.charge(100));
    await store.someoneWaits();
    left.watch("gathered", actor.charge(200));
    await quiet();
    left.watch("close", actor.world.close());
    left.watch("late", actor.charge(300));
    await quiet();
    expect(left.left).toEqual(["late failed: Unavailable"]);
    store.release();
    await until(() => left.left.length === 4);
    expect(left.left.slice(1)).toEqual(["charge: charge-created", "gathered: charge-created", "close: undefined"]);
    expect(await kept(store)).toHaveLength((await kept(store.inner)).length);
  });

  test("writes nothing any more, also for a request that had just come in", async () => {
    const { stage, actor } = await onStage();
    const before = await kept(stage.store);
    const charge = actor.charge(100).then(
      () => "kept",
      () => "refused",
    );
    await actor.world.close();
    const after = (await kept(stage.store)).length - before.length;
    await quiet();
    expect((await kept(stage.store)).length - before.length).toBe(after);
    expect(await charge).toBe(after === 0 ? "refused" : "kept");
  });

  test("does nothing by itself any more", async () => {
    const stage = await openStage({ wallClock: Date.now });
    const closed = await enter(stage, { worldId: "closed", mode: "running", rate: 1_000_000 });
    const open = await enter(stage, { worldId: "open", mode: "running", rate: 1_000_000 });
    for (const actor of [closed, open]) await actor.charge(100, { expiresIn: "PT1H" });
    await closed.world.close();
    const before = await kept(stage.store, "closed");
    await until(async () => eventTypesOf(await kept(stage.store, "open")).includes("ChargeExpired"));
    expect(await kept(stage.store, "closed")).toEqual(before);
    await open.world.close();
  });

  test("closes also when its last write fails, and says that it did", async () => {
    const slow = new SlowStore();
    const store = new FailingStore(slow);
    const { stage, actor } = await onStage({ store });
    slow.pause();
    store.failAppend(2);
    const first = actor.charge(100);
    await slow.someoneWaits();
    const second = actor.charge(200);
    await quiet();
    const closed = actor.world.close();
    const refused = expect(second).rejects.toThrow(Unavailable);
    slow.release();
    await Promise.all([first, refused, closed]);
    await stage.worlds.close();
    expect(stage.troubles.reports).toEqual([{ worldId: "w", error: expect.any(WriteFailed) }]);
  });

  test("waits for a state that is being read again, so that its store may be closed", async () => {
    const store = new FailingStore();
    const { stage, actor } = await onStage({ store });
    const { promise: mayRead, resolve: letRead } = Promise.withResolvers<void>();
    store.read = async function* (id, after, upTo) {
      await mayRead;
      yield* store.inner.read(id, after, upTo);
    };
    store.failAppend(1);
    await expect(actor.charge(100)).rejects.toThrow(Unavailable);
    const left = new Departures();
    const closing = actor.world.close();
    left.watch("close", closing);
    await quiet();
    expect(left.left).toEqual([]);
    letRead();
    await closing;
    expect(stage.troubles.reports).toEqual([{ worldId: "w", error: expect.any(WriteFailed) }]);
  });
});
