import fc from "fast-check";
import { expect, test } from "vitest";
import { copyInTurns } from "./copy-in-turns.ts";

test("a copy of any JSON is equal to it, and shares nothing with it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const copy = await copyInTurns(value);
      expect(copy).toEqual(value);
      expect([...containers(copy)].filter((one) => containers(value).has(one))).toEqual([]);
    }),
  );
});

test("long lists stay in order, and others have their turn while they are copied", async () => {
  const list = Array.from({ length: 50_000 }, (_, i) => ({ i, within: [i] }));
  let turns = 0;
  const beat = setInterval(() => {
    turns += 1;
  }, 0);
  const copy = await copyInTurns({ list });
  clearInterval(beat);
  expect(copy).toEqual({ list });
  expect(turns).toBeGreaterThan(0);
});

/** All lists and objects in a value. */
function containers(value: unknown, found: Set<unknown> = new Set()): Set<unknown> {
  if (typeof value !== "object" || value === null) return found;
  found.add(value);
  for (const member of Object.values(value)) containers(member, found);
  return found;
}
