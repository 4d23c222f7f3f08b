import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonText } from "./json-text.ts";

function problemOf(text: string): string {
  const result = parseJsonText(text);
  if (!("problem" in result)) throw new Error(`accepted: ${JSON.stringify(result.value)}`);
  return result.problem;
}

describe("parseJsonText", () => {
  it("gives the value", () => {
    expect(parseJsonText(' {"a":[1,-2.5e3,true,null,"\\"}{:"],"b":{}} ')).toEqual({
      value: { a: [1, -2500, true, null, '"}{:'], b: {} },
    });
    expect(parseJsonText("\uFEFF[]")).toEqual({ value: [] });
    expect(parseJsonText("null")).toEqual({ value: null });
  });

  it("accepts any JSON, as JSON.parse does", () => {
    const safe = fc.json({ maxDepth: 8 }).filter((text) => !/__proto__|constructor/.test(text));
    const layouts = fc.constantFrom(undefined, 1, "\t");
    fc.assert(
      fc.property(safe, layouts, (text, space) => {
        const value: unknown = JSON.parse(text, (_key, item) => (typeof item === "number" ? item % 1e15 || 0 : item));
        expect(parseJsonText(JSON.stringify(value, null, space))).toEqual({ value });
      }),
    );
  });

  it("refuses any other text, like JSON.parse, and never throws", () => {
    const alphabet = fc.constantFrom(...'"\\{}[]:,1-.ea\n\u0000', "\\u0061", "true");
    fc.assert(
      fc.property(
        fc.array(alphabet, { maxLength: 14 }).map((parts) => parts.join("")),
        (text) => {
          const accepted = "value" in parseJsonText(text);
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          if (accepted) expect(valid).toBe(true);
          else if (valid) expect(problemOf(text)).toMatch(/twice|too large/);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("refuses every key that an object has twice, and only those", () => {
    const key = fc.constantFrom("a", "b", "c", "d", "é", "\\", '"', "");
    fc.assert(
      fc.property(fc.array(key, { maxLength: 5 }), fc.array(key, { maxLength: 3 }), (outer, inner) => {
        const members = (keys: string[], value: string) =>
          keys.map((each) => `${JSON.stringify(each)}:${value}`).join(",");
        const text = `[{${members(outer, `[{${members(inner, '"a:{"')}}]`)}}]`;
        const repeated = new Set(outer).size < outer.length || (outer.length > 0 && new Set(inner).size < inner.length);
        expect("problem" in parseJsonText(text)).toBe(repeated);
      }),
    );
  });

  it("names the duplicate key and its place, seen through escapes", () => {
    expect(problemOf('{"value":1,\n "value":2}')).toMatch(/"value" appears twice.*line 2, column 2/);
    expect(problemOf('{"a":{"b":1,"\\u0062":2}}')).toMatch(/"b" appears twice/);
    expect(problemOf(`{"${"k".repeat(500)}":1,"${"k".repeat(500)}":1}`).length).toBeLessThan(120);
    expect(parseJsonText('[{"a":1},{"a":1,"b":{"a":1}}]')).toHaveProperty("value");
  });

  it("reads escaped keys right after others have been met that spoil JSON.parse (nodejs/node#63785)", () => {
    const poisons = ['{"b":1,"\\\\":2}', '{"b":1,"\\\\u0062":2}', '{"b":1,"\\\\u005f_proto__":2}'];
    for (const poison of poisons) expect(Object.keys(Object(JSON.parse(poison)))).toHaveLength(2);
    expect(parseJsonText('{"b":1,"\\n":[true,false,null,-1.5e1,"\\"",{}]}')).toEqual({
      value: { b: 1, "\n": [true, false, null, -15, '"', {}] },
    });
    expect(problemOf('{"b":1,"\\u0062":2}')).toMatch(/"b" appears twice/);
    expect(problemOf('{"b":1,"\\u005f_proto__":2}')).toMatch(/not allowed/);
    expect(problemOf('{"b":1,"\\u0063onstructor":{"prototype":1}}')).toMatch(/not allowed/);
  });

  it("refuses keys that reach for a prototype, escaped ones too", () => {
    expect(problemOf('{"__proto__":{"x":1}}')).toMatch(/not allowed.*__proto__/);
    expect(problemOf('[{"a":{"\\u005f_proto__":null}}]')).toMatch(/not allowed/);
    expect(problemOf('{"constructor":{"prototype":{}}}')).toMatch(/not allowed/);
    expect(parseJsonText('{"constructor":"a builder"}')).toHaveProperty("value");
    expect(parseJsonText('{"a":"__proto__"}')).toHaveProperty("value");
  });

  it("bounds the depth without falling over", () => {
    expect(parseJsonText("[".repeat(64) + "]".repeat(64))).toHaveProperty("value");
    expect(problemOf("[".repeat(65) + "]".repeat(65))).toMatch(/deeper than 64/);
    expect(problemOf("[".repeat(131072) + "]".repeat(131072))).toMatch(/deeper than 64/);
    expect(problemOf(`${'{"a":'.repeat(40000)}1${"}".repeat(40000)}`)).toMatch(/deeper than 64/);
    expect(problemOf(`${'{"__proto__":'.repeat(15000)}1${"}".repeat(15000)}`)).toMatch(/not allowed/);
    expect(problemOf("[".repeat(262144))).toMatch(/not complete|not valid/);
    expect(parseJsonText(`["${"[".repeat(100)}"]`)).toHaveProperty("value");
  });

  it("refuses numbers that a double cannot keep", () => {
    expect(parseJsonText("[9007199254740991,-9007199254740991,0.1234567890123456789,1e3]")).toHaveProperty("value");
    for (const number of [
      "9007199254740992",
      "-9007199254740993",
      "1e400",
      "-1E16",
      "123456789012345678901234567890",
    ]) {
      expect(problemOf(`{"value": ${number}}`)).toMatch(/number at line 1, column 11 is too large/);
    }
    expect(parseJsonText('"9007199254740993"')).toHaveProperty("value");
  });

  it("says where the text is wrong, without quoting it", () => {
    expect(problemOf("")).toMatch(/empty/);
    expect(problemOf(" \n")).toMatch(/empty/);
    expect(problemOf('{"a":"\u0001"}')).toMatch(/line 1, column 7/);
    expect(problemOf('{"otpCode":"123456" x}')).not.toMatch(/123456/);
    expect(problemOf('{"otpCode":123456x}')).not.toMatch(/123456/);
  });

  it.each([
    ['{"value":NaN}', 1, 10],
    ["value=5", 1, 1],
    ['{"note":"NaN","value":\n  NaN}', 2, 3],
    ["[1,]", 1, 4],
    ['{"a":"\\u00zz"}', 1, 11],
    ['{"a":"x\\q"}', 1, 9],
    ['{"a":-x}', 1, 7],
  ])("says where %j is no JSON", (text, line, column) => {
    expect(problemOf(text)).toBe(`it is not valid JSON: at line ${line}, column ${column}`);
  });

  it("tells a number with too many digits from one that is too large", () => {
    expect(problemOf('{"value":50000.00000000000000001}')).toMatch(
      /line 1, column 10 has more digits than can be kept/,
    );
    expect(problemOf('{"value":1e300}')).toMatch(/is too large/);
  });

  it.each(['"\\ud800"', '{"\\udc00":1}', '["\\ud83d x"]'])("refuses half a character, as in %s", (text) => {
    expect(problemOf(text)).toMatch(/^the text at line 1, column \d has half a character/);
    expect(parseJsonText('"\\ud83d\\ude00"')).toEqual({ value: "😀" });
  });

  it("reads or refuses hostile texts of 256 KiB", () => {
    const size = 256 * 1024;
    const texts = [
      `["${"\\\\".repeat(size / 2)}"]`,
      `["${'\\"'.repeat(size / 2)}"]`,
      `[${'"",'.repeat(size / 3)}1]`,
      `[${"1,".repeat(size / 2)}1]`,
      `[${"1".repeat(size)}]`,
      `{${Array.from({ length: size / 10 }, (_, index) => `"${index}":1`).join(",")},"0":1}`,
    ];
    const outcomes = texts.map((text) => ("value" in parseJsonText(text) ? "read" : "refused"));
    expect(outcomes).toEqual(["read", "read", "read", "read", "refused", "refused"]);
  });
});
