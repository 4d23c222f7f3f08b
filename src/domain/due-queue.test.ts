import fc from "fast-check";
import { expect, test } from "vitest";
import { compareDue, type Due } from "./agenda.ts";
import { DueQueue } from "./due-queue.ts";

/** Times in every order: long rows, and more rows than a queue has. */
const anyTimes = fc
  .array(fc.record({ from: fc.nat(50), count: fc.integer({ min: 1, max: 20 }), step: fc.integer({ min: -2, max: 2 }) }))
  .map((rows) => rows.flatMap(({ from, count, step }) => Array.from({ length: count }, (_, i) => from + i * step)));

function pushAll(queue: DueQueue<Due>, times: readonly number[], firstOrder = 0): Due[] {
  const items = times.map((at, i) => ({ at, order: firstOrder + i }));
  for (const item of items) queue.push(item);
  return items;
}

function popAll(queue: DueQueue<Due>): Due[] {
  const popped: Due[] = [];
  for (let item = queue.peek(); item !== undefined; item = queue.peek()) {
    expect(queue.pop()).toBe(item);
    popped.push(item);
  }
  return popped;
}

test("gives its items by due time, then in the order of scheduling, whatever the order in which they came", () => {
  fc.assert(
    fc.property(anyTimes, (times) => {
      const queue = new DueQueue<Due>();
      const items = pushAll(queue, times);
      expect([...queue]).toHaveLength(items.length);
      expect([...queue].sort(compareDue)).toEqual(items.toSorted(compareDue));
      expect(popAll(queue)).toEqual(items.toSorted(compareDue));
      expect([...queue]).toEqual([]);
    }),
  );
});

test("takes more items while others are taken", () => {
  fc.assert(
    fc.property(anyTimes, anyTimes, fc.nat(30), (before, after, taken) => {
      const queue = new DueQueue<Due>();
      const items = pushAll(queue, before);
      const first = items.toSorted(compareDue).slice(0, taken);
      for (const item of first) expect(queue.pop()).toEqual(item);
      const left = [...items.filter((item) => !first.includes(item)), ...pushAll(queue, after, items.length)];
      expect(popAll(queue)).toEqual(left.toSorted(compareDue));
    }),
  );
});

test("lets go of thousands of items that are done, and keeps the others", () => {
  const queue = new DueQueue<Due>();
  const items = pushAll(
    queue,
    Array.from({ length: 5_000 }, (_, i) => i),
  );
  for (const item of items.slice(0, 4_000)) expect(queue.pop()).toBe(item);
  expect([...queue]).toEqual(items.slice(4_000));
  expect(popAll(queue)).toEqual(items.slice(4_000));
  expect(queue.pop()).toBeUndefined();
});
