import { expect, test } from "vitest";
import { isCut } from "./log.ts";

const entries = (count: number) => Array.from({ length: count }, () => ({}));
const hook = { deliveries: entries(24) };

test("a log that has fewer entries than deliveries is a page where its size is one, and else lacks some", () => {
  expect([10, 20].map((count) => isCut({ hook, entries: entries(count) }))).toEqual([true, true]);
  expect([9, 13, 22, 24].map((count) => isCut({ hook, entries: entries(count) }))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
