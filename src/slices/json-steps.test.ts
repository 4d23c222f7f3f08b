import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";
import { parseJsonInSteps } from "./json-steps.ts";

function parsed(text: string, pieceBytes?: number): { readonly value: unknown; readonly steps: number } {
  const parsing = parseJsonInSteps(Buffer.from(text), pieceBytes);
  for (let steps = 0; ; steps += 1) {
    const { done, value } = parsing.next();
    if (done) return { value, steps };
  }
}

const values = fc.jsonValue({ maxDepth: 6 });
/** So small that nearly everything is larger. */
const pieceSizes = fc.integer({ min: 1, max: 40 });
const indents = fc.constantFrom<"" | "  ">("", "  ");

describe("JSON that is parsed in steps", () => {
  test("is taken apart on the way in, too: a long text within many lists is no single step", () => {
    const text = JSON.stringify("x".repeat(1_000));
    const { value, steps } = parsed(`${"[".repeat(50)}${text}${"]".repeat(50)}`, 100);
    expect(JSON.stringify(value)).toContain(text);
    expect(steps).toBeGreaterThan(50);
  });

  test("is what JSON.parse makes of it, wherever it is taken apart", () => {
    fc.assert(
      fc.property(values, pieceSizes, indents, (value, pieceBytes, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parsed(text, pieceBytes).value).toEqual(JSON.parse(text));
      }),
    );
  });

  test("is refused where JSON.parse refuses it", () => {
    fc.assert(
      fc.property(values, pieceSizes, fc.nat(), fc.constantFrom(...',:[]{}"\\1 t'), (value, pieceBytes, at, char) => {
        const right = JSON.stringify(value);
        const place = at % (right.length + 1);
        const text = right.slice(0, place) + char + right.slice(place + (at % 2));
        expect([text, isRefused(() => parsed(text, pieceBytes))]).toEqual([text, isRefused(() => JSON.parse(text))]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("keeps a member called __proto__, and takes the last of two of a name", () => {
    const text = '{"__proto__":{"a":[1,2,3]},"b":1,"b":[2]}';
    const { value } = parsed(text, 1);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":[1,2,3]},"b":[2]}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("takes many steps when it is long, however it is long", () => {
    const long = Array.from({ length: 40_000 }, (_, i) => i);
    for (const value of [long, { a: { b: long } }, Object.fromEntries(long.map((i) => [`k${i}`, i])), [[[long]]]]) {
      expect(parsed(JSON.stringify(value)).steps).toBeGreaterThan(2);
    }
  });

  test("is refused when it is nested too deeply, before that costs anything", () => {
    expect(() => parsed("[".repeat(8_000_000))).toThrow("nested deeper than 64 levels");
  });
});

describe("JSON in pieces", () => {
  test("is what JSON.stringify writes", () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: false }).filter(isWritten),
        indents,
        fc.integer({ min: 0, max: 9 }),
        (value, indent, maxParts) => {
          expect([...jsonPieces(value, indent, maxParts)].join("")).toBe(JSON.stringify(value, null, indent));
        },
      ),
      // All members of the object are left out.
      { examples: [[[{ a: undefined }, ""], "", 0]] },
    );
  });

  test("are short, however long it is", () => {
    const list = Array.from({ length: 10_000 }, (_, i) => ({ i, text: "x" }));
    const pieces = [...jsonPieces({ list, map: Object.fromEntries(list.map((item) => [item.i, item])) })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000);
  });
});

function isRefused(parse: () => unknown): boolean {
  try {
    parse();
    return false;
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function isWritten(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
