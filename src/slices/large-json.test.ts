import fc from "fast-check";
import { expect, test } from "vitest";
import { decodedInSteps, jsonSteps, parseInSlices, STEP_CHARACTERS } from "./large-json.ts";

/** What `JSON.parse` makes of a text that `JSON.stringify` wrote. */
const values = fc
  .jsonValue({ maxDepth: 6 })
  .map((value) => JSON.stringify(value))
  // The thread that checks bodies lets no such name come here.
  .filter((text) => !text.includes('"__proto__":'))
  .map((text): unknown => JSON.parse(text));

function written(value: unknown, indent?: string, characters?: number): string {
  return [...jsonSteps(value, indent, characters)].join("");
}

test("large JSON is written as JSON.stringify writes it", () => {
  fc.assert(
    fc.property(
      fc.anything({ withNullPrototype: false }).filter(isWritten),
      fc.constantFrom("", "  "),
      (value, indent) => {
        expect(written(value, indent, 1)).toBe(JSON.stringify(value, null, indent));
      },
    ),
  );
});

test("large JSON is what JSON.parse makes of it, wherever its text is cut", async () => {
  await fc.assert(
    fc.asyncProperty(values, fc.constantFrom("", "  "), fc.integer({ min: 1, max: 9 }), async (value, indent, size) => {
      const text = JSON.stringify(value, null, indent);
      const texts = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      expect(await parseInSlices(texts)).toEqual(value);
    }),
    // A library that looks for the name that came last finds those that are integers first.
    { examples: [[{ a: [1], 5: [2, 3, { 7: [4, 5], b: [6] }] }, "", 4]] },
  );
});

test("is written and parsed in short steps, however long it is", async () => {
  const list = Array.from({ length: 10_000 }, (_, i) => ({ i, text: "ação \uFEFF🙂" }));
  const steps = [...jsonSteps({ list })];
  const bytes = Buffer.from(steps.join(""));
  const parsed = [...decodedInSteps(bytes)];
  for (const text of [...steps, ...parsed]) expect(text.length).toBeLessThan(STEP_CHARACTERS + 100);
  expect(await parseInSlices(parsed)).toEqual({ list });
});

test("a character that is cut, and a mark at the beginning of a step, are decoded as they are", async () => {
  const text = JSON.stringify("🙂\uFEFF".repeat(STEP_CHARACTERS));
  for (const before of ["", "1", "12", "123"]) {
    expect(await parseInSlices(decodedInSteps(Buffer.from(`["${before}",${text}]`)))).toEqual([
      before,
      JSON.parse(text),
    ]);
  }
});

test.each(["", " ", "{", "[1", "[[1]", "{}{}", "[1]x", "nul", '{"a":1,}', "[1,,2]", '"'])(
  "%j is refused",
  async (text) => {
    await expect(parseInSlices([text])).rejects.toThrow(SyntaxError);
  },
);

test("what is thrown between the slices ends the work", async () => {
  const list = Array.from({ length: 100_000 }, (_, i) => `item ${i}`);
  const parsing = parseInSlices([JSON.stringify(list)], () => {
    throw new Error("memory is full");
  });
  await expect(parsing).rejects.toThrow("memory is full");
});

function isWritten(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
