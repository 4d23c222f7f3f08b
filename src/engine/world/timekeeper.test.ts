import { describe, expect, test } from "vitest";
import { emptyWorld, type World } from "../../domain/world.ts";
import type { WorldClock } from "../history/world-clock.ts";
import { HandClock } from "../testing/hand-clock.ts";
import { Timekeeper } from "./timekeeper.ts";

function timekeeperOf(mode: WorldClock["mode"] = "running", wake: () => void = () => undefined) {
  const wall = new HandClock(100);
  const world = worldAt(5_000, mode);
  const time = new Timekeeper({ mode, rate: 1, anchorAt: 5_000, anchorWall: 100 }, wall.read, wake);
  return { wall, world, time };
}

function worldAt(at: number, mode: WorldClock["mode"] = "running"): World {
  return { ...emptyWorld(), at, clock: { mode, rate: 1 } };
}

test("the present goes on from a fact that is ahead of it, and begins again from a clock that was read back", () => {
  const { wall, time } = timekeeperOf();
  expect(time.note(worldAt(9_000))).toEqual({ at: 100 });
  wall.pass(10);
  expect(time.now(worldAt(9_000))).toBe(9_010);
  time.restart({ mode: "running", rate: 1, anchorAt: 6_000, anchorWall: 110 });
  expect(time.now(worldAt(5_000))).toBe(6_000);
});

describe("while an advance has paused it", () => {
  test("a world that is read again, or has gone back, stands still where it is then", () => {
    const { wall, world, time } = timekeeperOf();
    time.pause(9_000);
    time.goBack(5_500);
    expect(time.now(worldAt(5_000))).toBe(5_500);
    wall.pass(10);
    time.restart({ mode: "running", rate: 1, anchorAt: 6_000, anchorWall: wall.read() - 10 });
    wall.pass(500);
    expect(time.now(worldAt(5_000))).toBe(6_010);
    time.resume(world);
    wall.pass(1);
    expect(time.now(world)).toBe(6_011);
  });

  test("it does not wake the world", async () => {
    const woken: string[] = [];
    const { time } = timekeeperOf("running", () => woken.push("paused"));
    time.wakeAt(5_001);
    time.pause(5_000);
    time.wakeAt(5_001);
    await new Promise<void>((resolve) => {
      const other = timekeeperOf("running", resolve).time;
      other.wakeAt(5_003);
    });
    expect(woken).toEqual([]);
  });
});

describe("waking", () => {
  test("when the world's clock shows the time, at its own rate", async () => {
    const wall = new HandClock(100);
    await new Promise<void>((resolve) => {
      const time = new Timekeeper({ mode: "running", rate: 1e6, anchorAt: 0, anchorWall: 100 }, wall.read, resolve);
      time.wakeAt(3_000_000);
    });
  });

  test("never in a frozen world, nor when nothing is due, nor after it was stopped", async () => {
    const woken: string[] = [];
    timekeeperOf("frozen", () => woken.push("frozen")).time.wakeAt(5_001);
    const idle = timekeeperOf("running", () => woken.push("idle")).time;
    idle.wakeAt(5_001);
    idle.wakeAt(null);
    const stopped = timekeeperOf("running", () => woken.push("stopped")).time;
    stopped.wakeAt(5_001);
    stopped.stop();
    await new Promise<void>((resolve) => timekeeperOf("running", resolve).time.wakeAt(5_003));
    expect(woken).toEqual([]);
  });

  test("at once for a time that has passed, and anew for the same time", async () => {
    await new Promise<void>((resolve) => timekeeperOf("running", resolve).time.wakeAt(4_000));
    const wakes: (() => void)[] = [];
    const { time } = timekeeperOf("running", () => wakes.pop()?.());
    for (const at of [5_001, 5_001]) {
      await new Promise<void>((resolve) => {
        wakes.push(resolve);
        time.wakeAt(at);
      });
    }
  });

  test("at the last time given, once, however far away it is", async () => {
    const woken: string[] = [];
    const replaced = timekeeperOf("running", () => woken.push("replaced")).time;
    replaced.wakeAt(5_001);
    replaced.wakeAt(1e15);
    const repeated = timekeeperOf("running", () => woken.push("repeated")).time;
    for (let i = 0; i < 5; i += 1) repeated.wakeAt(5_001);
    await new Promise<void>((resolve) => timekeeperOf("running", resolve).time.wakeAt(5_004));
    replaced.stop();
    expect(woken).toEqual(["repeated"]);
  });
});
