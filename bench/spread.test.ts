import { expect, test } from "vitest";
import { ratioOf, spreadOf } from "./spread.ts";

test("the median is the value in the middle, or what lies halfway between the two there", () => {
  expect(spreadOf([9, 1, 5])).toEqual({ median: 5, least: 1, most: 9 });
  expect(spreadOf([9, 1, 5, 7])).toEqual({ median: 6, least: 1, most: 9 });
});

test("nothing has no median", () => {
  expect(() => spreadOf([])).toThrow("nothing to take the median of");
});

test("a ratio is that of the same round, so that a round in which all were slow changes nothing", () => {
  expect(ratioOf([50, 5, 60], [100, 10, 120])).toEqual({ median: 0.5, least: 0.5, most: 0.5 });
});
