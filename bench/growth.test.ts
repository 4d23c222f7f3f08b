import fc from "fast-check";
import { expect, test } from "vitest";
import { growthOf, type Point } from "./growth.ts";

const sizes = [10, 100, 1_000, 10_000, 100_000];
const costs = (cost: (size: number) => number): Point[] => sizes.map((size) => ({ size, cost: cost(size) }));
const log = (size: number) => Math.log2(size + 1);

test.each([
  ["O(1)", () => 7],
  ["O(log n)", (size: number) => 3 + log(size)],
  ["O(n)", (size: number) => 30 + size / 10],
  ["O(n log n)", (size: number) => size * log(size)],
  ["O(n²)", (size: number) => 5 + size * size],
] as const)("what grows as %s is known as such, and as what was expected", (form, cost) => {
  expect(growthOf("it", costs(cost), form)).toMatchObject({ fitted: form, isBounded: true });
});

test("what grows faster than expected is told, whatever the constants", () => {
  const constant = fc.integer({ min: 1, max: 1_000 });
  fc.assert(
    fc.property(constant, constant, (base, slope) => {
      expect(
        growthOf(
          "it",
          costs((size) => base + slope * size),
          "O(log n)",
        ).isBounded,
      ).toBe(false);
      expect(
        growthOf(
          "it",
          costs((size) => base + slope * size * size),
          "O(n log n)",
        ).isBounded,
      ).toBe(false);
    }),
  );
});

test("what grows slower than expected is no bug", () => {
  expect(
    growthOf(
      "it",
      costs(() => 7),
      "O(n)",
    ).isBounded,
  ).toBe(true);
});

test("a size of nothing is a size", () => {
  const points = [{ size: 0, cost: 10 }, ...costs((size) => 10 + size)];
  expect(growthOf("it", points, "O(n)")).toMatchObject({ fitted: "O(n)", isBounded: true });
});

test("two sizes say nothing about growth", () => {
  expect(() => growthOf("it", costs(() => 7).slice(0, 2), "O(1)")).toThrow("three sizes or more");
});
