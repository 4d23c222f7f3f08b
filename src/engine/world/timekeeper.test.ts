import { describe, expect, test } from "vitest";
import { emptyWorld, type World } from "../../domain/world.ts";
import type { WorldClock } from "../history/world-clock.ts";
import { HandClock } from "../testing/stage.ts";
import { ClockBusy } from "../unavailable.ts";
import { Timekeeper } from "./timekeeper.ts";

function keeperOf(mode: WorldClock["mode"] = "running", wake: () => void = () => undefined) {
  const wall = new HandClock(100);
  const world = worldAt(5_000, mode);
  const keeper = new Timekeeper({ mode, rate: 1, anchorAt: 5_000, anchorWall: 100 }, wall.read, wake);
  return { wall, world, keeper };
}

function worldAt(at: number, mode: WorldClock["mode"] = "running"): World {
  return { ...emptyWorld(), at, clock: { mode, rate: 1 } };
}

describe("the present", () => {
  test("goes on with the machine's clock, and stands still when frozen", () => {
    const { wall, world, keeper } = keeperOf();
    wall.pass(30);
    expect(keeper.now(world)).toBe(5_030);
    const still = keeperOf("frozen");
    still.wall.pass(30);
    expect(still.keeper.now(still.world)).toBe(5_000);
  });

  test("is never before the last fact, also when the machine's clock is set back", () => {
    const { wall, keeper } = keeperOf();
    expect(keeper.now(worldAt(9_000))).toBe(9_000);
    wall.pass(-50);
    expect(keeper.now(worldAt(5_000))).toBe(5_000);
  });

  test("goes on from a fact that is ahead of it, and begins again from a clock that was read back", () => {
    const { wall, keeper } = keeperOf();
    expect(keeper.note(worldAt(9_000))).toBe(100);
    wall.pass(10);
    expect(keeper.now(worldAt(9_000))).toBe(9_010);
    keeper.restart({ mode: "running", rate: 1, anchorAt: 6_000, anchorWall: 110 });
    expect(keeper.now(worldAt(5_000))).toBe(6_000);
  });
});

describe("while an advance holds it", () => {
  test("a world that is read again, or has gone back, stands still where it is then", () => {
    const { wall, world, keeper } = keeperOf();
    keeper.hold(9_000);
    keeper.goBack(5_500);
    expect(keeper.now(worldAt(5_000))).toBe(5_500);
    wall.pass(10);
    keeper.restart({ mode: "running", rate: 1, anchorAt: 6_000, anchorWall: wall.read() - 10 });
    wall.pass(500);
    expect(keeper.now(worldAt(5_000))).toBe(6_010);
    keeper.release(world);
    wall.pass(1);
    expect(keeper.now(world)).toBe(6_011);
  });

  test("time stands still, but for the facts of the advance; then it goes on", () => {
    const { wall, world, keeper } = keeperOf();
    keeper.hold(5_000);
    wall.pass(500);
    expect(keeper.now(world)).toBe(5_000);
    keeper.note(worldAt(8_000));
    expect(keeper.now(worldAt(8_000))).toBe(8_000);
    wall.pass(10);
    expect(keeper.now(worldAt(8_000))).toBe(8_000);
    keeper.release(worldAt(8_000));
    expect(keeper.now(worldAt(8_000))).toBe(8_000);
    wall.pass(10);
    expect(keeper.now(worldAt(8_000))).toBe(8_010);
  });

  test("nobody else may hold or set it", () => {
    const { keeper } = keeperOf();
    keeper.assertFree();
    keeper.hold(5_000);
    expect(() => keeper.hold(5_000)).toThrow(ClockBusy);
    expect(() => keeper.assertFree()).toThrow(ClockBusy);
    keeper.release(worldAt(5_000));
    keeper.hold(5_000);
  });

  test("it wakes nobody", async () => {
    const woken: string[] = [];
    const { keeper } = keeperOf("running", () => woken.push("held"));
    keeper.wakeAt(5_001);
    keeper.hold(5_000);
    keeper.wakeAt(5_001);
    await new Promise<void>((resolve) => {
      const other = keeperOf("running", resolve).keeper;
      other.wakeAt(5_003);
    });
    expect(woken).toEqual([]);
  });
});

describe("waking", () => {
  test("when the world's clock shows the time, at its own rate", async () => {
    const wall = new HandClock(100);
    await new Promise<void>((resolve) => {
      const keeper = new Timekeeper({ mode: "running", rate: 1e6, anchorAt: 0, anchorWall: 100 }, wall.read, resolve);
      keeper.wakeAt(3_000_000);
    });
  });

  test("never in a frozen world, nor when nothing is due, nor after it was stopped", async () => {
    const woken: string[] = [];
    keeperOf("frozen", () => woken.push("frozen")).keeper.wakeAt(5_001);
    const idle = keeperOf("running", () => woken.push("idle")).keeper;
    idle.wakeAt(5_001);
    idle.wakeAt(null);
    const stopped = keeperOf("running", () => woken.push("stopped")).keeper;
    stopped.wakeAt(5_001);
    stopped.stop();
    await new Promise<void>((resolve) => keeperOf("running", resolve).keeper.wakeAt(5_003));
    expect(woken).toEqual([]);
  });
});
