import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastInstant } from "../../domain/instant.ts";
import { clockAfter, clockTime, type WorldClock, wallTimeOf } from "./world-clock.ts";

const running: WorldClock = { mode: "running", rate: 1, anchorAt: 5_000, anchorWall: 100 };
const frozen: WorldClock = { ...running, mode: "frozen" };

test.each([
  ["running, at its anchor", running, 100, 5_000],
  ["running, later", running, 350, 5_250],
  ["running, when the machine's clock was set back", running, 50, 5_000],
  ["running fast", { ...running, rate: 60 }, 110, 5_600],
  ["running slowly, whole milliseconds only", { ...running, rate: 0.1 }, 119, 5_001],
  ["at the end of time", { ...running, rate: 1e15 }, 1e6, lastInstant],
  ["frozen", frozen, 1e12, 5_000],
])("what a clock shows: %s", (_what, clock, wall, shown) => {
  expect(clockTime(clock, wall)).toBe(shown);
});

describe("when a clock will show an instant", () => {
  test.each([
    ["running", running, 6_000, 1_100],
    ["already past", running, 4_000, 100],
    ["running fast", { ...running, rate: 4 }, 6_000, 350],
    ["frozen: what is due by now could be done at once", frozen, 5_000, 100],
    ["frozen, already past", frozen, 4_000, 100],
    ["frozen: nothing later by itself", frozen, 5_001, null],
  ])("%s", (_what, clock, at, wall) => {
    expect(wallTimeOf(clock, at)).toBe(wall);
  });

  test("by then it shows it, at any rate", () => {
    const rates = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 1e10 }), fc.integer({ min: 0, max: 1e12 }), (rate, ahead, wall) => {
        const clock: WorldClock = { mode: "running", rate, anchorAt: 1_000, anchorWall: wall };
        const reached = Math.ceil(wallTimeOf(clock, 1_000 + ahead) ?? 0) + 1;
        expect(clockTime(clock, reached + 1)).toBeGreaterThanOrEqual(1_000 + ahead - Math.ceil(ahead * 1e-12));
      }),
    );
  });
});

describe("the clock after a commit", () => {
  test("is the same while facts do not run ahead of it", () => {
    expect(clockAfter(running, running, 5_250, 350)).toBe(running);
    expect(clockAfter(running, running, 5_100, 350)).toBe(running);
  });

  test("begins anew at a fact ahead of it, as every step of an advance is", () => {
    const after = clockAfter(running, running, 90_000, 350);
    expect(after).toEqual({ ...running, anchorAt: 90_000, anchorWall: 350 });
    expect(clockTime(after, 360)).toBe(90_010);
    expect(clockAfter(frozen, frozen, 90_000, 350)).toEqual({ ...frozen, anchorAt: 90_000, anchorWall: 350 });
  });

  test("begins anew when the clock is set, at the time that it showed", () => {
    const stopped = clockAfter(running, { mode: "frozen", rate: 1 }, 5_250, 350);
    expect(clockTime(stopped, 1e9)).toBe(5_250);
    const resumed = clockAfter(stopped, { mode: "running", rate: 2 }, 5_250, 1_000);
    expect(clockTime(resumed, 1_010)).toBe(5_270);
  });

  test("never shows less than the fact, and time never goes back", () => {
    const facts = fc.array(
      fc.record({ ahead: fc.integer({ min: 0, max: 1e9 }), wait: fc.integer({ min: -50, max: 1e6 }) }),
    );
    fc.assert(
      fc.property(facts, (steps) => {
        let clock = running;
        let wall = 100;
        let shown = clockTime(clock, wall);
        for (const { ahead, wait } of steps) {
          wall += wait;
          const at = Math.max(shown, clockTime(clock, wall)) + ahead;
          clock = clockAfter(clock, clock, at, wall);
          shown = Math.max(at, clockTime(clock, wall));
          expect(clockTime(clock, wall)).toBeGreaterThanOrEqual(at);
        }
      }),
    );
  });
});
