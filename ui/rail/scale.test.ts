import fc from "fast-check";
import { expect, test } from "vitest";
import { layOut } from "./scale.ts";

const DAY = 86_400_000;

test("an idle month between two busy days is folded", () => {
  const busy = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((hours) => hours * 3_600_000);
  const { segments } = layOut([...busy, ...busy.map((ms) => ms + 30 * DAY)], 1_000);
  expect(segments.map(({ isFolded }) => isFolded)).toEqual([false, true, false]);
  expect(segments.map(({ x0, x1 }) => Math.round(x1 - x0))).toEqual([478, 44, 478]);
});

test("regular events are not folded", () => {
  const { segments } = layOut(
    Array.from({ length: 50 }, (_, i) => i * DAY),
    1_000,
  );
  expect(segments.map(({ isFolded }) => isFolded)).toEqual([false]);
});

test("of two events far apart, the gap takes the whole width", () => {
  const { segments } = layOut([0, 30 * DAY], 1_000);
  expect(segments.map(({ x0, x1 }) => [x0, Math.round(x1)])).toEqual([[0, 1_000]]);
});

const anyInstants = fc.array(fc.integer({ min: 0, max: 400 * DAY }), { minLength: 1, maxLength: 60 });

test("time runs from left to right, fills the width, and can be read back", () => {
  fc.assert(
    fc.property(anyInstants, fc.integer({ min: 320, max: 4_000 }), (instants, width) => {
      const scale = layOut(instants, width);
      const stops = [...new Set(instants)].sort((a, b) => a - b);
      const xs = stops.map((ms) => scale.x(ms));
      expect(xs).toEqual(xs.toSorted((a, b) => a - b));
      if (stops.length > 1) expect(xs.at(-1)).toBeCloseTo(width, 3);
      for (const ms of stops) if (stops.length > 1) expect(Math.abs(scale.ms(scale.x(ms)) - ms)).toBeLessThan(1);
    }),
  );
});
