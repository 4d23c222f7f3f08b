import { expect, test } from "vitest";
import { layOut } from "./scale.ts";
import { zoomFor } from "./zoom.ts";

const DAY = 86_400_000;
const instants = Array.from({ length: 200 }, (_, i) => i * DAY);

test("a part of the axis becomes as wide as the view", () => {
  const zoom = zoomFor({ fromMs: 150 * DAY, toMs: 170 * DAY }, instants, 1_000);
  const { x } = layOut(instants, 1_000 * zoom);
  expect(x(170 * DAY) - x(150 * DAY)).toBeCloseTo(1_000, -2);
});

test("a part that is too short to be as wide as the view is shown as wide as it can be", () => {
  expect(zoomFor({ fromMs: DAY, toMs: DAY + 1 }, instants, 1_000)).toBe(64);
});

test("all of the axis is not made narrower than the view", () => {
  expect(zoomFor({ fromMs: -DAY, toMs: 900 * DAY }, instants, 1_000)).toBeCloseTo(1);
});
