import { describe, expect, test } from "vitest";
import { days, HandClock, hours, startAt } from "../testing/hand-clock.ts";
import { enter, eventTypesOf, kept, onStage, openStage } from "../testing/stage.ts";
import { Departures, until } from "../testing/waiting.ts";

describe("a running world", () => {
  test("that was brought back does what fell due before, without being asked", async () => {
    const wall = new HandClock();
    const { stage, actor } = await onStage({ wallClock: wall.read }, { mode: "running" });
    await actor.charge(100, { expiresIn: "PT1H" });
    await actor.world.close();
    wall.pass(days);
    const { worlds } = await openStage({ store: stage.store, wallClock: wall.read });
    await until(async () => eventTypesOf(await kept(stage.store)).includes("ChargeExpired"));
    expect((await kept(stage.store)).at(-1)?.at).toBe(startAt + hours);
    await worlds.close();
  });

  test("does all that is due before a command or a look, each thing at its own time", async () => {
    const wall = new HandClock();
    const { stage, actor } = await onStage(
      { wallClock: wall.read },
      { mode: "running", company: { retention: { percent: 50, holdFor: "PT1H" } } },
    );
    await actor.charge(1_000, { paid: true });
    expect(await actor.available()).toBe(150_500);
    wall.pass(hours - 1);
    expect(await actor.available()).toBe(150_500);
    wall.pass(1);
    expect(await actor.available()).toBe(151_000);
    wall.pass(hours);
    await actor.initiated(151_000);
    expect((await kept(stage.store)).slice(-2).map(({ at }) => at)).toEqual([startAt + hours, startAt + 2 * hours]);
    await actor.world.close();
  });

  test("takes its work in slices, so that others answer while it catches up", async () => {
    const wall = new HandClock();
    const stage = await openStage({ wallClock: wall.read });
    const late = await enter(stage, { worldId: "late", mode: "running" });
    const other = await enter(stage, { worldId: "other" });
    await late.world.transact((transaction) => {
      const { companyId } = late;
      for (let i = 0; i < 5_000; i += 1) {
        transaction.run({ type: "create-charge", companyId, total: 100, expiresIn: "PT1H" });
      }
    });
    wall.pass(days);
    const left = new Departures();
    const caughtUp = late.see((_, { charges }) => [...charges.values()].at(-1)?.paymentStatus ?? "none");
    left.watch("late", caughtUp);
    left.watch("other", other.available());
    await caughtUp;
    expect(left.left).toEqual(["other: 150000", "late: EXPIRED"]);
    await late.world.close();
  });
});
