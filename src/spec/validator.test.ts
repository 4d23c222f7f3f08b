import { describe, expect, it } from "vitest";
import type { Schema } from "./schema.ts";
import { operationOf, sampleDocument } from "./testing/sample-document.ts";
import { createValidatorCompiler, type RawRequest } from "./validator.ts";

const document = await sampleDocument();
const operation = (operationId: string) => operationOf(document, operationId);

function check(operationId: string, request: Partial<RawRequest>) {
  const validate = createValidatorCompiler().compileRequestValidator(operation(operationId));
  return validate({ params: { accountId: "a1" }, query: {}, body: undefined, ...request });
}

/** Problems as `at: message` lines. */
function problems(operationId: string, request: Partial<RawRequest>): string[] {
  const result = check(operationId, request);
  return result.valid ? [] : result.problems.map(({ at, message }) => `${at}: ${message}`);
}

describe("path and query", () => {
  it("become what their schema says, with defaults", () => {
    expect(check("listWithdrawals", { query: { limit: "5", open: "false", state: "CREATED" } })).toEqual({
      valid: true,
      params: { accountId: "a1" },
      query: { limit: 5, open: false, state: "CREATED" },
      headers: {},
      body: undefined,
    });
    expect(check("listWithdrawals", {})).toMatchObject({ query: { limit: 10 } });
  });

  it.each(["", " 5", "5.0", "5e1", "0x5", "+5", "five", "٥", "--5", "99999999999999999999"])(
    "refuse the integer %j",
    (limit) => {
      expect(problems("listWithdrawals", { query: { limit } })).toEqual([
        expect.stringMatching(
          /^query\/limit: must be an integer of at least 1 and at most 100 in plain decimal digits, got/,
        ),
      ]);
    },
  );

  it("refuse what is out of bounds, or not among the allowed", () => {
    expect(problems("listWithdrawals", { query: { limit: "-0" } })).toEqual([
      expect.stringMatching(/at least 1.*got 0$/),
    ]);
    const query = { limit: "101", open: "1", state: "OPEN" };
    expect(problems("listWithdrawals", { query })).toEqual([
      'query/open: must be true or false, got "1"',
      "query/limit: must be an integer of at least 1 and at most 100, got 101",
      'query/state: must be one of `CREATED`, `CONFIRMED`, got "OPEN"',
    ]);
  });

  it("refuse unknown, repeated and missing parameters", () => {
    expect(problems("listWithdrawals", { query: { page: "1" } })).toEqual([
      "query/page: unknown query parameter `page`; allowed: `limit`, `open`, `state`",
    ]);
    expect(problems("readBalance", { params: {}, query: { a: "1" } })).toEqual([
      expect.stringMatching(/allowed: none/),
    ]);
    expect(problems("listWithdrawals", { query: { limit: ["1", "2"] } })).toEqual([
      expect.stringMatching(/^query\/limit: .*more than once/),
    ]);
    expect(problems("listWithdrawals", { params: {} })).toEqual([
      expect.stringMatching(/^path\/accountId: is missing/),
    ]);
    expect(problems("listWithdrawals", { params: { accountId: "x".repeat(21) } })).toEqual([
      "path/accountId: must be a string of 1 to 20 characters, has 21",
    ]);
    expect(problems("listWithdrawals", { query: JSON.parse('{"__proto__":"1","constructor":"2"}') })).toHaveLength(2);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}${"x".repeat(99)}`, "1"]));
    const found = problems("listWithdrawals", { query: many });
    expect(found).toHaveLength(20);
    expect(Math.max(...found.map((line) => line.length))).toBeLessThan(200);
  });
});

describe("the body", () => {
  it("is given back as it is", () => {
    const body = { value: 1, at: "2026-01-01T00:00:00Z", source: "abc", customer: null };
    expect(check("withdraw", { body })).toMatchObject({ valid: true, body });
  });

  it("must be there where it is required, may be absent where it is not, is ignored where none is taken", () => {
    expect(problems("withdraw", {})).toEqual(["body: is missing; a JSON body is required"]);
    expect(problems("withdraw", { body: null })).toEqual(["body: must be an object, got null"]);
    expect(check("forget", {})).toMatchObject({ valid: true });
    expect(check("readBalance", { params: {}, body: { any: 1 } })).toMatchObject({ valid: true, body: undefined });
  });

  it("has all its problems told, in English", () => {
    const body = { value: 0, otpCode: "12345", at: "today", tags: ["much too long", 1], vaule: 1 };
    expect(problems("withdraw", { body }).sort()).toEqual([
      'body/at: must be a time with its offset, like 2026-03-02T12:00:00Z, got "today"',
      "body/otpCode: must be six digits, for example `123456`, got a string of 5 characters",
      "body/tags/0: must be a string of at most 5 characters, has 13",
      "body/tags/1: must be a string of at most 5 characters, got 1",
      "body/value: must be an integer of at least 1, got 0",
      "body: unknown property `vaule`; allowed: `value`, `otpCode`, `at`, `tags`, `source`, `customer`",
    ]);
    expect(problems("withdraw", { body: {} })).toEqual(["body/value: is missing; it must be an integer of at least 1"]);
    expect(problems("withdraw", { body: { value: 12.5 } })).toEqual([
      "body/value: must be an integer of at least 1, got 12.5",
    ]);
  });

  it("is searched for its first problem only when it is large", () => {
    const tags = Array.from({ length: 100_000 }, () => 1);
    expect(problems("withdraw", { body: { value: 1, tags } })).toEqual([expect.stringMatching(/^body\/tags\/0: /)]);
    const some = problems("withdraw", { body: { value: 1, tags: tags.slice(0, 500) } });
    expect(some).toHaveLength(20);
  });
});

describe("compiling", () => {
  const broken: Schema = { type: "object", properties: { a: { type: "string", format: "no-such" } } };

  it("fails at once or at first use", () => {
    const withBody = {
      ...operation("withdraw"),
      body: { required: true, contentType: "application/json", schema: broken },
    };
    expect(() => createValidatorCompiler("now").compileRequestValidator(withBody)).toThrow(/withdraw.*no-such/);
    const validate = createValidatorCompiler().compileRequestValidator(withBody);
    expect(() => validate({ params: { accountId: "a" }, query: {}, body: { a: "" } })).toThrow(/no-such/);
  });

  it("is strict, but knows OpenAPI's own keywords and extensions", () => {
    const compile = (schema: Schema) => createValidatorCompiler("now").compileValidator(schema);
    expect(() => compile(JSON.parse('{"type":"string","maxLenght":5}'))).toThrow(/maxLenght/);
    const validate = compile({ type: "string", example: "a", xml: {}, "x-why": 1, maxLength: 1 });
    expect(validate("ab", "body/name")).toEqual([
      { at: "body/name", message: "must be a string of at most 1 character, has 2" },
    ]);
  });

  it("refuses parameters that are lists or objects", () => {
    const parameters = {
      path: [],
      header: [],
      cookie: [],
      query: [{ name: "ids", required: false, schema: { type: "array" as const } }],
    };
    const withList = { ...operation("readBalance"), parameters };
    expect(() => createValidatorCompiler().compileRequestValidator(withList)).toThrow(/readBalance.*"ids"/);
  });
});
