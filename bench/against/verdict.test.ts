import { expect, test } from "vitest";
import { hasChanged, verdictOf } from "./verdict.ts";

const throughput = { better: "more", unit: "requests/s" } as const;
const time = { better: "less", unit: "ms" } as const;
const rounds = (count: number, ratio: number) => Array.from({ length: count }, () => ratio);

test("what is better is faster, what is worse is slower, and memory is less or more", () => {
  expect(verdictOf(rounds(10, 1.1), throughput)).toBe("faster");
  expect(verdictOf(rounds(10, 0.9), throughput)).toBe("slower");
  expect(verdictOf(rounds(10, 0.9), time)).toBe("faster");
  expect(verdictOf(rounds(10, 1.1), { better: "less", unit: "MiB" })).toBe("more");
});

test.each([
  // By hand: 2 × (1 + 15 + 105) / 2^15 = 0.0074, and with three 0.035; 2 × 11 / 2^10 = 0.021; 2 / 2^7 = 0.016, and 2 / 2^6 = 0.031.
  [13, 2, true],
  [12, 3, false],
  [9, 1, true],
  [7, 0, true],
  [6, 0, false],
])("%i rounds on one side and %i on the other: changed is %s", (above, below, isChange) => {
  expect(hasChanged([...rounds(above, 1.2), ...rounds(below, 0.5)])).toBe(isChange);
});

test("a change of a hundredth is that of two starts of the same program", () => {
  expect(hasChanged(rounds(20, 1.01))).toBe(false);
});
