import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../store/memory-store.ts";
import type { WorldStore } from "../../store/world-store.ts";
import { FailingStore } from "../testing/failing-store.ts";
import { days, HandClock, hours, seconds, startAt } from "../testing/hand-clock.ts";
import { actorIn, enter, eventTypesOf, kept, openStage } from "../testing/stage.ts";
import { until } from "../testing/waiting.ts";
import { jumpText, MachineClock } from "./machine-clock.ts";

/** A process on a machine whose clock can be set, which counts the time that passes all the same. */
async function boot(store: WorldStore, wallAt = startAt) {
  const wall = new HandClock(wallAt);
  const steady = new HandClock(wallAt);
  const behind: number[] = [];
  const onClockBehind = (byMs: number) => behind.push(byMs);
  const stage = await openStage({ store, wallClock: wall.read, steadyClock: steady.read, onClockBehind });
  const pass = (ms: number) => {
    wall.pass(ms);
    steady.pass(ms);
  };
  /** As the sandbox does it when it notices. */
  const jump = (ms: number) => {
    wall.pass(ms);
    expect(stage.worlds.tieClocks()).toBe(true);
  };
  return { stage, wall, pass, jump, behind };
}

async function tiedTimes(store: WorldStore): Promise<number> {
  return eventTypesOf(await kept(store)).filter((type) => type === "TimeReached").length;
}

describe("a jump of the machine's clock", () => {
  test.each([400 * days, -1_095 * days])("of %i ms is no time passed, nor is it after a kill", async (byMs) => {
    const store = new MemoryStore();
    const first = await boot(store);
    const actor = await enter(first.stage, { mode: "running" });
    await actor.charge(100, { expiresIn: "PT1H" });
    first.pass(hours / 2);
    const before = await tiedTimes(store);
    first.jump(byMs);
    await until(async () => (await tiedTimes(store)) > before);
    expect(actor.world.known.at).toBe(startAt + hours / 2);
    first.pass(60 * seconds);
    expect(await actor.lastCharge()).toBe("PENDING");
    await actor.charge(100, { expiresIn: "PT1H" });
    const second = await boot(store, first.wall.read());
    expect(second.behind).toEqual([]);
    const later = actorIn(second.stage, actor);
    expect(later.world.known.at).toBe(startAt + hours / 2 + 60 * seconds);
    second.pass(hours);
    expect(await later.lastCharge()).toBe("EXPIRED");
    expect((await kept(store)).at(-1)?.at).toBe(startAt + 1.5 * hours + 60 * seconds);
  });

  test("is no time passed either when it cannot be written down at once", async () => {
    const store = new FailingStore();
    const process = await boot(store);
    const actor = await enter(process.stage, { mode: "running" });
    await actor.charge(100, { expiresIn: "PT1H" });
    store.failAppend(1);
    process.jump(400 * days);
    await until(() => process.stage.troubles.reports.length === 1);
    store.repair();
    expect(await actor.lastCharge()).toBe("PENDING");
    process.pass(hours);
    expect(await actor.lastCharge()).toBe("EXPIRED");
  });

  test("says nothing of worlds whose clocks stand still", async () => {
    const process = await boot(new MemoryStore());
    const actor = await enter(process.stage);
    expect(process.stage.worlds.tieClocks()).toBe(false);
    await actor.charge(100);
    expect(eventTypesOf(await kept(process.stage.store))).not.toContain("TimeReached");
  });
});

test("a start with a clock that is behind goes on from where the world was, and says so", async () => {
  const store = new MemoryStore();
  const first = await boot(store);
  const actor = await enter(first.stage, { mode: "running" });
  first.pass(10 * days);
  await actor.charge(100, { expiresIn: "PT1H" });
  // Three years before the world was made, and five days after it.
  for (const wall of [startAt - 1_095 * days, startAt + 5 * days]) {
    const next = await boot(store, wall);
    expect(next.behind).toEqual([startAt + 10 * days - wall]);
    const { world } = actorIn(next.stage, actor);
    expect(world.known.at).toBe(startAt + 10 * days);
    next.pass(60 * seconds);
    expect(world.known.at).toBe(startAt + 10 * days + 60 * seconds);
  }
});

describe("the clocks of the machine", () => {
  test("tell a jump of more than a minute, once, and count the time that has passed", async () => {
    let [wall, monotonic] = [startAt, 5.5];
    const clock = new MachineClock(
      () => wall,
      () => monotonic,
    );
    const jumps: number[] = [];
    clock.watch((byMs) => jumps.push(byMs));
    const steps = [40, 40, -90, 3_600, 0].map((each) => each * seconds);
    for (const byMs of steps) {
      wall += byMs + 10;
      monotonic += 10;
      expect(clock.wall()).toBe(wall);
    }
    expect(clock.steady()).toBe(startAt + 50);
    await until(() => jumps.length === 3);
    expect(jumps).toEqual([80, -90, 3_600].map((each) => each * seconds));
    clock.stop();
  });

  test.each([
    [61_000, "ahead by PT1M1S"],
    [-86_400_000, "back by P1D"],
    [90_061_000, "ahead by P1DT1H1M1S"],
  ])("a jump of %i ms is told in words", (byMs, words) => {
    expect(jumpText(byMs)).toContain(`jumped ${words}, `);
  });
});
