import { expect, test } from "vitest";
import { ratioOf, spreadOf } from "./spread.ts";

test("the median is the value in the middle, or what lies halfway between the two there", () => {
  expect(spreadOf([9, 1, 5])).toEqual({ median: 5, low: 1, high: 9 });
  expect(spreadOf([9, 1, 5, 7])).toEqual({ median: 6, low: 1, high: 9 });
});

test("of ten, the least and the most are not told", () => {
  expect(spreadOf([10, 100, 11, 12, 13, 14, 15, 16, 17, 1])).toEqual({ median: 13.5, low: 10, high: 17 });
});

test("nothing has no median", () => {
  expect(() => spreadOf([])).toThrow("nothing to take the median of");
});

test("a ratio is that of the same round, so that a round in which all were slow changes nothing", () => {
  expect(ratioOf([50, 5, 60], [100, 10, 120])).toEqual({ median: 0.5, low: 0.5, high: 0.5 });
});
