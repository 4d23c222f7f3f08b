import { expect, test } from "vitest";
import { hasMoreParts } from "./has-more-parts.ts";
import { KeptList } from "./kept-list.ts";

test.each([
  ["as many members and items as the limit", { a: [1, 2], b: 3 }, 4, false],
  ["one more", { a: [1, 2], b: 3, c: 4 }, 4, true],
  [
    "a list whose text is kept, which is one part",
    { holds: new KeptList([1, 2, 3, 4, 5, 6], (n) => ({ n })) },
    4,
    false,
  ],
  ["a text", "a longer text", 0, false],
])("%s", (_, value, limit, hasMore) => expect(hasMoreParts(value, limit)).toBe(hasMore));
