import { describe, expect, it } from "vitest";
import { loadDocument } from "./document.ts";
import { compileInput } from "./inputs.ts";
import { listOperations } from "./operations.ts";
import type { Schema } from "./schema.ts";

/** An object schema with these properties. */
function object(properties: Record<string, Schema>, required: string[] = []): Schema {
  return { type: "object", required, properties };
}

describe("an input", () => {
  it("is the value itself where nothing is renamed", () => {
    const body = { value: 1, other: { a: [] } };
    expect(compileInput(object({ value: { type: "integer" }, other: { type: "object" } }))(body)).toBe(body);
    const readsParts = compileInput(object({ other: object({ a: {} }), amount: { "x-value": "value" } }));
    expect(readsParts(body)).toHaveProperty("other", body.other);
    for (const { body: documented } of listOperations(loadDocument("control").dereferenced)) {
      if (documented) expect(compileInput(documented.schema)(body)).toBe(body);
    }
  });

  it("has the fields that its properties feed, and none that the schema does not name", () => {
    const read = compileInput(object({ amount: { type: "integer", "x-value": "value" }, note: { type: "string" } }));
    expect(read({ amount: 5, note: "n", value: "not validated" })).toEqual({ value: 5, note: "n" });
    expect(Object.keys(Object(read({ amount: null })))).toEqual(["value"]);
    for (const other of [null, undefined, "text", 1]) expect(read(other)).toBe(other);
  });

  it("is read below objects, lists and choices with null", () => {
    const person = object({ nome: { type: "string", "x-value": "name" } });
    const maybe: Schema = { oneOf: [{ type: "null" }, { allOf: [person] }] };
    const read = compileInput(object({ payer: person, maybe, people: { type: "array", items: person } }));
    const ana = { nome: "Ana" };
    expect(read({ payer: ana, maybe: null, people: [ana, ana] })).toEqual({
      payer: { name: "Ana" },
      maybe: null,
      people: [{ name: "Ana" }, { name: "Ana" }],
    });
    expect(read({ maybe: ana })).toEqual({ maybe: { name: "Ana" } });
  });

  it("moves fields into objects and out of them", () => {
    const range = object({ min: { "x-value": "range.min" }, top: { "x-value": "range.limits.max" } });
    expect(compileInput(range)({ min: 1, top: 2 })).toEqual({ range: { min: 1, limits: { max: 2 } } });
    expect(compileInput(range)({})).toEqual({});
    const wrapped = object({ data: { ...object({ value: {}, id: { "x-value": "key" } }), "x-value": "$" } });
    expect(compileInput(wrapped)({ data: { value: 1, id: 2 } })).toEqual({ value: 1, key: 2 });
    expect(compileInput(wrapped)({ data: null })).toEqual({});
  });

  it("reaches no prototype", () => {
    const sources = object({ a: { "x-value": "__proto__.polluted" }, b: { "x-value": "constructor.polluted" } });
    const read = Object(compileInput(sources)(JSON.parse('{"a":1,"b":2}')));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.keys(read)).toEqual(["__proto__", "constructor"]);
    expect(Object({})).not.toHaveProperty("polluted");
    expect(Object).not.toHaveProperty("polluted");
    const inherited = object({ toString: { "x-value": "text" }, constructor: { "x-value": "maker" } });
    expect(compileInput(inherited)({})).toEqual({});
  });

  it.each<[string, RegExp, Schema]>([
    ["a name of answers", /\$\.a: unknown x-value "\$status".*allowed/, object({ a: { "x-value": "$status" } })],
    ["no name", /\$\.a: unknown x-value "7"/, object({ a: { "x-value": 7 } })],
    ["half a path", /unknown x-value "a\.\."/, object({ a: { "x-value": "a.." } })],
    ["a value spread into its container", /needs an object with properties/, object({ a: { "x-value": "$" } })],
    ["the root", /\$: .*no property/, { type: "integer", "x-value": "value" }],
    ["an item", /\$\.a\[\*\]: .*no property/, object({ a: { type: "array", items: { "x-value": "value" } } })],
    ["a field twice", /value is fed twice: from \$\.a and \$\.value/, object({ a: { "x-value": "value" }, value: {} })],
    ["a field and its part", /fed twice/, object({ a: { "x-value": "b.c" }, b: { type: "object" } })],
  ])("cannot be fed from %s", (_name, message, schema) => {
    expect(() => compileInput(schema)).toThrow(message);
  });
});
