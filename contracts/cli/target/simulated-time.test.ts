import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { SimulatedTime } from "./simulated-time.ts";

test.each([
  { limitMs: 10_000, waitMs: 12_000, first: "limit" },
  { limitMs: 10_000, waitMs: 8_000, first: "wait" },
])("of a limit of $limitMs and a wait of $waitMs the $first ends first, and neither takes real time", async (one) => {
  const time = new SimulatedTime();
  const ended: string[] = [];
  const began = time.now();
  const endLimit = time.after(one.limitMs, () => ended.push("limit"));
  await time.pass(one.waitMs).then(() => ended.push("wait"));
  endLimit();
  expect(ended[0]).toBe(one.first);
  expect(time.now() - began).toBeGreaterThanOrEqual(one.waitMs);
});

test("no wait ends while another delivery may still be answered", async () => {
  const time = new SimulatedTime();
  let isOver = false;
  const [endOne, endOther] = [time.after(10_000, () => {}), time.after(10_000, () => {})];
  const wait = time.pass(8_000).then(() => {
    isOver = true;
  });
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  expect(isOver).toBe(false);
  endOther();
  await wait;
  endOne();
});
