import { expect, test } from "vitest";
import { isSliceOver, nextSlice, stepByStep } from "./step-by-step.ts";
import { longWork, turn } from "./testing/long-work.ts";

/** Steps of which each is as long as a slice; `note` gets the turn of each. */
function* longSteps(count: number, note: (turn: number) => void): Generator<void, void> {
  for (let step = 0; step < count; step += 1) {
    note(longWork());
    yield;
  }
}

test("several works share the slice of a turn, and go on by turns", async () => {
  const order: string[] = [];
  const turns = new Set<number>();
  const work = (name: string) =>
    stepByStep(
      longSteps(3, (at) => {
        order.push(name);
        turns.add(at);
      }),
    );
  await Promise.all(["a", "b", "c"].map(work));
  // The first one begins at once if it is in time, and then waits like the others.
  expect(["aabcabcbc", "abcabcabc"]).toContain(order.join(""));
  // A turn ends with the slices of those that wait, so that it can have a first step of this kind, too.
  expect(turns.size).toBeGreaterThanOrEqual(8);
});

test("a work that begins after the slice of others waits for a turn of its own", async () => {
  const turns: number[] = [];
  const note = (at: number) => turns.push(at);
  const first = stepByStep(longSteps(1, note));
  expect(isSliceOver()).toBe(true);
  await Promise.all([first, stepByStep(longSteps(1, note))]);
  expect(new Set(turns).size).toBe(2);
});

test("those that wait get a turn each, first come, first served", async () => {
  const order: number[] = [];
  const turns = new Set<number>();
  const wait = async (index: number) => {
    await nextSlice();
    order.push(index);
    turns.add(turn());
  };
  await Promise.all([0, 1, 2].map(wait));
  expect(order).toEqual([0, 1, 2]);
  expect(turns.size).toBe(3);
});

test("what is called between the slices ends the work", async () => {
  const end = () => {
    throw new Error("no room");
  };
  await expect(
    stepByStep(
      longSteps(2, () => undefined),
      end,
    ),
  ).rejects.toThrow("no room");
});
