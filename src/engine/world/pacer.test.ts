import { expect, test } from "vitest";
import { Pacer } from "./pacer.ts";

/** Resolves with how often it was woken, when it has been woken `count` times. */
function counted(count: number) {
  let woken = 0;
  let done: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    done = resolve;
  });
  const pacer = new Pacer(() => {
    woken += 1;
    if (woken === count) done();
  });
  return { pacer, enough, woken: () => woken };
}

/** Resolves when another pacer, armed now for `ms` later, has woken: whoever was armed before for less has by then. */
function outwaited(ms: number): Promise<void> {
  return new Promise((resolve) => {
    new Pacer(resolve).arm(ms, () => 0);
  });
}

test("wakes once for a moment, however often it was armed for it", async () => {
  const { pacer, enough, woken } = counted(1);
  for (let i = 0; i < 5; i += 1) pacer.arm(1_002, () => 1_000);
  await enough;
  await outwaited(4);
  expect(woken()).toBe(1);
});

test("wakes at once for a moment that has passed", async () => {
  const { pacer, enough } = counted(1);
  pacer.arm(-5_000, () => 1_000);
  await enough;
});

test("an earlier moment takes the place of a later one", async () => {
  const { pacer, enough } = counted(1);
  pacer.arm(1e12, () => 0);
  pacer.arm(1, () => 0);
  await enough;
});

test("a later moment takes the place of an earlier one, and null of any", async () => {
  const { pacer, woken } = counted(1);
  pacer.arm(1, () => 0);
  pacer.arm(1e12, () => 0);
  await outwaited(4);
  pacer.arm(1, () => 0);
  pacer.arm(null, () => 0);
  await outwaited(4);
  expect(woken()).toBe(0);
});

test("can be armed for the same moment again after it woke", async () => {
  const { pacer, enough } = counted(2);
  pacer.arm(1, () => 0);
  await outwaited(3);
  pacer.arm(1, () => 0);
  await enough;
});

test("a moment further away than a timer reaches does not wake at once", async () => {
  const { pacer, woken } = counted(1);
  pacer.arm(1e15, () => 0);
  await outwaited(4);
  pacer.stop();
  expect(woken()).toBe(0);
});
