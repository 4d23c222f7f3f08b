import { expect, test } from "vitest";
import { indentedJson } from "./indented-json.ts";

test("JSON is indented as JSON.stringify does it", () => {
  const value = { a: [1, { b: 'x,{y}:["z\\' }], empty: {}, none: [], deep: [[true, null]] };
  expect(indentedJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

test.each(['{"a":1.0,"b":1e3}', '{"a":1,"a":2}', '"\\u00e9"', "[12345678901234567890]"])(
  "in %s nothing but white space is changed",
  (content) => {
    expect(indentedJson(content).replaceAll(/\s/g, "")).toBe(content);
  },
);

test("brackets as deep as a receiver's whole answer make no text that a browser cannot hold", () => {
  const content = "[".repeat(32_768) + "]".repeat(32_768);
  const indented = indentedJson(content);
  expect(indented.length).toBeLessThan(10_000_000);
  expect(indented.replaceAll(/\s/g, "")).toBe(content);
});

test("what is no JSON stays as it is", () => {
  expect(indentedJson("<p> not {json} </p>")).toBe("<p> not {json} </p>");
});
