import { describe, expect, it } from "vitest";
import type { Schema } from "./schema.ts";
import { createValidatorCompiler } from "./validator.ts";

function explain(schema: Schema, value: unknown): string[] {
  const problems = createValidatorCompiler("now").compileValidator(schema)(value, "value");
  return problems.map(({ at, message }) => `${at}: ${message}`);
}

const closed = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

/** What the document says of durations that requests give. */
const duration: Schema = { type: "string", maxLength: 6, pattern: "^P.*$", "x-format": "duration", examples: ["P1M"] };

describe("a problem", () => {
  it.each<[Schema, unknown, RegExp]>([
    [{ type: "string" }, 1, /^value: must be a string, got 1$/],
    [{ type: ["string", "null"] }, 1, /must be a string or null, got 1/],
    [{ type: "boolean" }, "yes", /must be true or false, got "yes"/],
    [{ type: "array", items: {} }, {}, /must be a list, got an object/],
    [{ type: "array", items: {}, minItems: 1 }, [], /list of at least 1 item, has 0/],
    [{ type: "array", items: {}, uniqueItems: true }, [1, 2, 1], /same item twice: items 0 and 2|items 2 and 0/],
    [{ type: "number", exclusiveMinimum: 0, multipleOf: 5 }, 3, /number above 0 and that is a multiple of 5, got 3/],
    [{ type: "number", maximum: 100 }, 101, /number of at most 100, got 101/],
    [{ const: "BRL" }, "USD", /must be `BRL`, got "USD"/],
    [{ type: "string", format: "duration" }, "5m", /ISO 8601 duration such as PT5M.*got "5m"/],
    [duration, "5m", /^value: must be an ISO 8601 duration such as P1M, got "5m"$/],
    [duration, 300, /^value: must be an ISO 8601 duration such as P1M, got 300$/],
    [duration, "PT60000S", /^value: must be an ISO 8601 duration such as P1M, got "PT60000S"$/],
    [{ type: "string", format: "ipv4" }, "x", /in the format ipv4/],
    [{ type: "object", minProperties: 1, properties: { a: {}, b: {} } }, {}, /at least 1 property; allowed: `a`, `b`/],
    [{ type: "object", maxProperties: 1, additionalProperties: {} }, { a: 1, b: 2 }, /object of at most 1 property$/],
    [{ not: { type: "string" } }, "a", /not allowed here/],
    [
      { type: "integer", description: "In cents." },
      499.99,
      /got 499.99; write a whole number of cents, for example 49999$/,
    ],
    [{ type: "integer", description: "In cents." }, "19,9", /; write a whole number of cents, for example 1990$/],
    [{ type: "integer", description: "Attempts." }, 1.5, /^value: must be an integer, got 1.5$/],
    [{ type: "string", pattern: "^[0-9]{6}$" }, "128 885", /^value: must be six digits, got "128 885"$/],
    [{ type: "string", pattern: "^a+b$" }, "x", /^value: must be in the form that the document describes, got "x"$/],
    [{ type: "object", minProperties: 1, maxProperties: 1, properties: { a: {}, b: {} } }, {}, /one of `a`, `b`$/],
  ])("of %j with %j", (schema, value, message) => {
    expect(explain(schema, value)).toEqual([expect.stringMatching(message)]);
  });

  it("points at the place, nested ones and missing ones too", () => {
    const schema = closed({ list: { type: "array", items: closed({ id: { type: "string" } }, ["id"]) } });
    expect(explain(schema, { list: [{}, { id: 1 }] })).toEqual([
      "value/list/0/id: is missing; it must be a string",
      "value/list/1/id: must be a string, got 1",
    ]);
  });
});

describe("a choice", () => {
  const byOrTo: Schema = {
    ...closed({ by: { type: "string" }, to: { type: "string" } }),
    oneOf: [{ required: ["by"] }, { required: ["to"] }],
  };

  it("between properties names them", () => {
    expect(explain(byOrTo, {})).toEqual(["value: must have one of these: `by`, `to`"]);
    expect(explain(byOrTo, { by: "", to: "" })).toEqual(["value: must have only one of these forms: `by`, `to`"]);
  });

  const nameOrObject: Schema = {
    oneOf: [{ type: "string", maxLength: 3 }, closed({ kind: { type: "string" } }, ["kind"])],
  };

  it("between kinds explains the branch of the value's kind", () => {
    expect(explain(nameOrObject, "long")).toEqual(["value: must be a string of at most 3 characters, has 4"]);
    expect(explain(nameOrObject, { kind: 1, other: 1 }).sort()).toEqual([
      "value/kind: must be a string, got 1",
      "value: unknown property `other`; allowed: `kind`",
    ]);
    expect(explain(nameOrObject, 1)).toEqual(["value: must be a string of at most 3 characters or an object, got 1"]);
  });

  it("of null or an object explains the object", () => {
    const nullable: Schema = { anyOf: [{ type: "null" }, closed({ at: { type: "string" } }, ["at"])] };
    expect(explain(nullable, {})).toEqual(["value/at: is missing; it must be a string"]);
    expect(explain(nullable, 5)).toEqual(["value: must be null or an object, got 5"]);
  });
});

describe("a choice between objects that a property tells apart", () => {
  const fault: Schema = {
    oneOf: [
      closed({ kind: { const: "status" }, status: { type: "integer", minimum: 400 } }, ["kind", "status"]),
      closed({ kind: { const: "latency" }, delay: { type: "string" } }, ["kind", "delay"]),
      closed({ kind: { const: "reset" } }, ["kind"]),
    ],
  };

  it.each([
    [{ kind: "status", status: 200 }, "value/status: must be an integer of at least 400, got 200"],
    [{ kind: "status" }, "value/status: is missing; it must be an integer of at least 400"],
    [{ kind: "reset", status: 500 }, "value: unknown property `status`; allowed: `kind`"],
    [{ kind: "delay" }, 'value/kind: must be one of `status`, `latency`, `reset`, got "delay"'],
    [{ status: 500 }, "value/kind: is missing; it must be one of `status`, `latency`, `reset`"],
    [[], "value: must be an object, got a list"],
  ])("of %j explains what goes with it", (value, problem) => {
    expect(explain(fault, value)).toEqual([problem]);
  });

  it("names it also where a value is too large to be searched for all its problems", () => {
    const large = { kind: "reset", others: Array.from({ length: 2_000 }, (_, i) => i) };
    expect(explain(fault, large)).toEqual(["value: does not have the form that goes with its `kind`"]);
  });
});

describe("what was sent", () => {
  it.each(["otpCode", "secret", "apiKey", "APIKEY"])("is not repeated when it is %s", (name) => {
    for (const schema of [
      { type: "string", pattern: "^a$" },
      { type: "string", maxLength: 2 },
      { type: "integer" },
      { type: "string", enum: ["a"] },
      { const: "a" },
      { type: "string", format: "uuid" },
      { not: {} },
    ] satisfies Schema[]) {
      const lines = explain({ type: "object", properties: { [name]: schema } }, { [name]: "hunter2" });
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain("hunter2");
    }
    const nested = { type: "object", properties: { [name]: { type: "array", items: { type: "integer" } } } } as const;
    expect(explain(nested, { [name]: ["hunter2"] })[0]).not.toContain("hunter2");
  });

  it("is cut short", () => {
    const long = "x".repeat(1000);
    for (const line of [
      ...explain({ type: "integer" }, long),
      ...explain({ type: "string", pattern: "^a$" }, "😀".repeat(500)),
      ...explain(closed({ a: {} }), { [long]: 1 }),
    ]) {
      expect(line.length).toBeLessThan(160);
      expect(line).toContain("...");
      expect(line.isWellFormed()).toBe(true);
    }
  });

  it.each([{ "x-value": "otpCode" }, { "x-secret": true }])("is not repeated where the document says %j", (mark) => {
    const token: Schema = { type: "string", pattern: "^[0-9]{6}$", ...mark };
    expect(explain(closed({ token }), { token: "12345a" }).join()).not.toContain("12345a");
  });

  it("is not repeated where a body is nothing but a value: it may be a code without its name", () => {
    const validate = createValidatorCompiler("now").compileValidator({ type: "object" });
    for (const code of ["482915", 482915]) expect(JSON.stringify(validate(code, "body"))).not.toContain("482915");
  });

  it("never makes more than 20 problems", () => {
    const value = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, 1]));
    expect(explain(closed({ a: {} }), value)).toHaveLength(20);
  });
});
