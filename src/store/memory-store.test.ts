import fc from "fast-check";
import { expect, test } from "vitest";
import { atOnce } from "../domain/at-once.ts";
import { copied, MemoryStore } from "./memory-store.ts";
import { conformanceOf } from "./world-store.conformance.ts";

conformanceOf("the memory store", async () => new MemoryStore());

test("a copy of any JSON is equal to it, shares nothing with it, and is made in short steps", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const copy = atOnce(copied(value));
      expect(copy).toEqual(value);
      expect([...containers(copy)].filter((one) => containers(value).has(one))).toEqual([]);
      expect([...copied(value)]).toHaveLength(containers(value).size);
    }),
  );
});

/** All lists and objects in a value. */
function containers(value: unknown, found: Set<unknown> = new Set()): Set<unknown> {
  if (typeof value !== "object" || value === null) return found;
  found.add(value);
  for (const member of Object.values(value)) containers(member, found);
  return found;
}
