import { expect, test } from "vitest";
import { StoreClock } from "./store-clock.ts";

test("goes on from what the database showed last", () => {
  let steady = 7;
  const clock = new StoreClock(1_000, () => steady);
  steady += 20;
  expect(clock.now()).toBe(1_020);
  clock.set(5_000);
  steady += 1;
  expect(clock.now()).toBe(5_001);
});

test("never goes back, and stands until a database whose clock is behind has caught up", () => {
  let steady = 0;
  const clock = new StoreClock(1_000, () => steady);
  steady = 50;
  expect(clock.now()).toBe(1_050);
  clock.set(1_000);
  steady = 80;
  expect(clock.now()).toBe(1_050);
  steady = 120;
  expect(clock.now()).toBe(1_070);
});

test("does not forget a later time when the answer to an earlier question comes after it", () => {
  const clock = new StoreClock(1_000, () => 0);
  clock.set(1_005);
  clock.set(1_003);
  expect(clock.now()).toBe(1_005);
});
