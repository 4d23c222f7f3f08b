import { expect, test } from "vitest";
import { layOut } from "./scale.ts";
import { ticksOf } from "./ticks.ts";

test("no label of the axis runs into the length of a fold", () => {
  const MINUTE = 60_000;
  const scale = layOut([0, 5 * MINUTE, 43_200 * MINUTE], 1_200);
  const [fold] = scale.segments.filter(({ isFolded }) => isFolded);
  const ticks = ticksOf(scale, "UTC");
  expect(fold).toBeDefined();
  expect(ticks.length).toBeGreaterThan(2);
  expect(ticks.every(({ x }) => x + 42 <= (fold?.x0 ?? 0) || x >= (fold?.x1 ?? 0))).toBe(true);
});
