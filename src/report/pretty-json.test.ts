import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prettyJson } from "./pretty-json.ts";

describe("pretty JSON", () => {
  it("is as JSON.stringify would write it, whatever it holds", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(prettyJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  it("keeps numbers as they were written, and leaves alone what is no JSON", () => {
    expect(prettyJson('{"a":1.0,"a":12345678901234567890,"b":[],"c":{ }}')).toBe(
      '{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": [],\n  "c": {}\n}',
    );
    expect(prettyJson("<p>{}")).toBe("<p>{}");
  });
});

it("what is nested deeper than a person reads stays on one line: its lines would be spaces by the million", () => {
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  expect(prettyJson(deep)).toBe(deep);
});
