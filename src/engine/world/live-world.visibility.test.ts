import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../store/memory-store.ts";
import { gather } from "../../store/testing/sample-history.ts";
import { lastPosition } from "../../store/world-store.ts";
import { advance } from "../advance.ts";
import { HandClock, hours } from "../testing/hand-clock.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { enter, eventTypesOf, kept, onStage } from "../testing/stage.ts";
import { Departures, quiet, until } from "../testing/waiting.ts";

describe.each(["visible", "invisible"] as const)("nothing is shown before it is durable (writes %s)", (visibility) => {
  async function slowStage() {
    const store = new SlowStore(new MemoryStore(), visibility);
    const { stage, actor } = await onStage({ store });
    return { store, stage, actor, left: new Departures() };
  }

  test("not a success, not a rejection, not a look, not the history, not an advance; then all leave in order", async () => {
    const { store, actor, left } = await slowStage();
    const before = lastPosition((await kept(store)).at(-1) ?? never());
    store.pause();
    left.watch("initiate", actor.initiate());
    left.watch("initiate again", actor.initiate());
    left.watch("balance", actor.available());
    left.watch(
      "history",
      gather(actor.world.history(before)).then((found) => eventTypesOf(found).join()),
    );
    await store.someoneWaits();
    left.watch("charge", actor.charge(100));
    left.watch("refused", actor.run({ type: "pay-charge", companyId: actor.companyId, chargeId: "none" }));
    left.watch(
      "position",
      actor.position().then((position) => position - before),
    );
    left.watch("advance", advance(actor.world, { by: "PT1S" }));
    await quiet();
    expect(left.left).toEqual([]);

    store.releaseOne();
    await store.someoneWaits();
    await quiet();
    const first = ["initiate: initiated", "initiate again: withdrawal-already-open", "balance: 140000"];
    expect(left.left).toEqual([...first, "history: WithdrawalInitiated,OtpIssued"]);

    store.release();
    await until(() => left.left.length === 8);
    const second = ["charge: charge-created", "refused: charge-unknown", "position: 4", "advance: clock-advanced"];
    expect(left.left.slice(4)).toEqual(second);
  });

  test("a page of the history ends where its request was, whatever is written since", async () => {
    const { store, actor } = await slowStage();
    const before = lastPosition((await kept(store)).at(-1) ?? never());
    store.pause();
    const charge = actor.charge(100);
    const history = actor.world.history(before)[Symbol.asyncIterator]();
    const first = history.next();
    await store.someoneWaits();
    const later = actor.charge(200);
    store.releaseOne();
    await charge;
    expect((await first).value).toMatchObject({
      first: before + 1,
      events: [{ type: "ChargeCreated", total: 100 }, {}],
    });
    await store.someoneWaits();
    expect(await history.next()).toEqual({ done: true, value: undefined });
    store.release();
    await later;
    expect(eventTypesOf(await gather(actor.world.history(before)))).toHaveLength(4);
  });

  test("what fell due by itself counts like everything else", async () => {
    const wall = new HandClock();
    const store = new SlowStore(new MemoryStore(), visibility);
    const { actor } = await onStage(
      { store, wallClock: wall.read },
      { mode: "running", company: { retention: { percent: 50, holdFor: "PT1H" } } },
    );
    await actor.charge(1_000, { paid: true });
    wall.pass(hours);
    store.pause();
    const left = new Departures();
    left.watch("balance", actor.available());
    await store.someoneWaits();
    await quiet();
    expect(left.left).toEqual([]);
    store.release();
    await until(() => left.left.length > 0);
    expect(left.left).toEqual(["balance: 151000"]);
    await actor.world.close();
  });

  test("where all is durable already, nothing waits for the store", async () => {
    const { store, actor } = await slowStage();
    store.pause();
    expect(await actor.available()).toBe(150_000);
    expect((await actor.initiate(1)).type).toBe("withdrawal-below-minimum");
    expect(store.waiting).toBe(0);
  });

  test("another world does not wait for this one", async () => {
    const { store, stage, actor } = await slowStage();
    const other = await enter(stage, { worldId: "other" });
    store.pause();
    const charge = actor.charge(100);
    await store.someoneWaits();
    expect(await other.available()).toBe(150_000);
    store.release();
    await charge;
  });
});

function never(): never {
  throw new Error("this cannot happen");
}
