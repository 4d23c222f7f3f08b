import { expect, test } from "vitest";
import { RecentParts } from "./recent-parts.ts";

test("the newest parts are there, as many as the bytes allow", () => {
  const recent = new RecentParts(10);
  const part = (bytes: number) => ({ last: 1, bytes: Buffer.alloc(bytes) });
  const there = () => ["a", "b", "c", "d"].filter((key) => recent.get(key) !== undefined);
  recent.add("a", part(4));
  recent.add("b", part(6));
  expect(there()).toEqual(["a", "b"]);
  // One that is there already counts once.
  recent.add("b", part(6));
  expect(there()).toEqual(["a", "b"]);
  recent.add("c", part(1));
  expect(there()).toEqual(["b", "c"]);
  recent.add("d", part(11));
  expect(there()).toEqual([]);
  recent.add("a", part(10));
  expect(there()).toEqual(["a"]);
});
