import { expect, test } from "vitest";
import { factsText } from "./facts.ts";

test("a name that is written from right to left is isolated from the facts beside it, and what is missing is left out", () => {
  expect(factsText("\u202EPadaria", null, "", 2)).toBe("\u2068\u202EPadaria\u2069 · \u20682\u2069");
});
