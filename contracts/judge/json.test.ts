import { expect, test } from "vitest";
import { MAX_JSON_DEPTH, notJson, parseJson } from "./json.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

test("a body that is nested deeper than is read is no JSON", () => {
  expect(parseJson(nested(MAX_JSON_DEPTH))).toBeDefined();
  for (const text of [nested(MAX_JSON_DEPTH + 1), nested(400_000), `${'{"a":'.repeat(501)}1${"}".repeat(501)}`]) {
    expect(parseJson(text)).toBeUndefined();
  }
});

test("brackets in strings, and beside each other, are not nested", () => {
  const long = JSON.stringify([nested(1_000), '\\"[', ...Array.from({ length: 1_000 }, () => [{}])]);
  expect(parseJson(long)).toEqual(JSON.parse(long));
});

test("what is no JSON is told to be too deep where that is the reason", () => {
  expect(notJson("[".repeat(400_000))).toBe("not JSON (deeper than 500 levels)");
  expect(notJson("<html>")).toBe("not JSON");
});

test("a byte order mark is left out, and a whole number that is no exact one is its digits", () => {
  const text =
    '\uFEFF{"id":9223372036854770001,"in":[-1,9007199254740993],"text":"\\"12345678901234567890","cents":4000000000,"x":0.25000000000000001}';
  expect(parseJson(text)).toEqual({
    id: "9223372036854770001",
    in: [-1, "9007199254740993"],
    text: '"12345678901234567890',
    cents: 4_000_000_000,
    x: 0.25,
  });
});
