import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isObject, type Json } from "../scripts/assumptions.ts";
import { FORMS_OF_PATTERNS } from "../src/spec/pattern-forms.ts";
import { hasPython } from "../test/has-python.ts";

/** What users' tools read. */
const schemas = [
  ...["src/spec/generated/interface.json", "src/spec/generated/control.json", "fixtures/world.schema.json"],
  ...["fixtures/scenario.schema.json", "contracts/report/report.schema.json"],
].map((file): [string, Json] => [file, JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"))]);

/** Places whose members are schemas by name, and keywords whose value is a schema. */
const holders = ["properties", "patternProperties", "dependentSchemas", "$defs", "schemas"];
const keywords = ["items", "contains", "not", "if", "then", "else", "propertyNames", "schema"];

interface Node {
  readonly path: string;
  readonly name: string;
  readonly around: string;
  readonly value: Json;
}

function* nodesOf(value: Json, path = "", name = "", around = ""): Generator<Node> {
  yield { path, name, around, value };
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* nodesOf(item, `${path}/${i}`, `${i}`, name);
  else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${path}/${key}`, key, name);
  }
}

const nodes = schemas.map(([file, document]): [string, Node[]] => [file, [...nodesOf(document)]]);
const texts = nodes.flatMap(([, all]) => all.flatMap(({ value }) => (typeof value === "string" ? [value] : [])));

/** Patterns by themselves; a property can be called `pattern`, too. */
function patternsIn(all: readonly Node[]): string[] {
  return all.flatMap(({ name, around, value }) => {
    if (name === "pattern" && typeof value === "string") return [value];
    return around === "patternProperties" ? [name] : [];
  });
}

const patterns = [...new Set(nodes.flatMap(([, all]) => patternsIn(all)))];

const hostile = [
  ..."\u0000 \t \r \u001f \u007f \u0085 \u009f \u00a0 \u2028 \ufeff \u3000 ã ß 😀 p c { } ( [ \\ ^ $ ..".split(" "),
  ...[
    ...["", " ", " a", "a ", "a b", "ação 😀", "a\u0000b", "123456", "12345", "１２３４５６"],
    "٣".repeat(6),
    "\\p{Cc}",
    "Cc",
  ],
  ...[
    ...["12ABC34501DE35", "12abc34501de35", "11222333000181", "06:00", "24:00", "P1M", "1.0.٣", "$response.body#/a"],
    ...["x-a"],
  ],
  ...["ana@example.com", "a\u00a0@b", "a@b@c", `sha256=${"aF".repeat(32)}`],
];

describe.each(nodes)("%s", (_, all) => {
  test("has no null in an enum: generators cannot say its type", () => {
    const enums = all.filter(({ name, value }) => name === "enum" && Array.isArray(value) && value.includes(null));
    expect(enums.map(({ path }) => path)).toEqual([]);
  });

  test("has no boolean in the place of a schema: generators look for its members", () => {
    const isSchema = ({ name, around, path }: Node) =>
      (!/\/(examples?|default|value)\//.test(path) && holders.includes(around) && !holders.includes(name)) ||
      (keywords.includes(name) && !holders.includes(around)) ||
      ["oneOf", "anyOf", "allOf", "prefixItems"].includes(around);
    const booleans = all.filter((node) => typeof node.value === "boolean" && isSchema(node));
    const open = all.filter(({ name, value }) => name === "additionalProperties" && value === true);
    expect([...booleans, ...open].map(({ path }) => path)).toEqual([]);
  });
});

describe.each(patterns)("the pattern %s", (pattern) => {
  test("needs no dialect", () => {
    expect(pattern).not.toMatch(/\\[pPuwWdDsSbBkAZzhQE]|\(\?/);
  });

  test("means the same with the flag u and without", () => {
    const [plain, unicode] = ["", "u"].map((flags) => new RegExp(pattern, flags));
    for (const text of [...texts, ...hostile]) {
      expect([text, unicode?.test(text)]).toEqual([text, plain?.test(text)]);
    }
  });
});

test("each pattern of a value is told in words", () => {
  // Names that begin so are extensions: no error is about this pattern.
  expect(patterns.filter((pattern) => pattern !== "^x-" && !FORMS_OF_PATTERNS.has(pattern))).toEqual([]);
});

test.skipIf(!hasPython)("Python's re gives every pattern the verdicts of JavaScript", () => {
  const program =
    "import json,re,sys; d=json.load(sys.stdin); print(json.dumps([[bool(re.search(p,t)) for t in d[1]] for p in d[0]]))";
  const candidates = [...new Set([...texts, ...hostile])].filter((text) => !text.endsWith("\n"));
  const input = JSON.stringify([patterns, candidates]);
  const { stdout, stderr } = spawnSync("python3", ["-c", program], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  expect(stderr).toBe("");
  const verdicts = patterns.map((pattern) => candidates.map((text) => new RegExp(pattern).test(text)));
  expect(JSON.parse(stdout)).toEqual(verdicts);
});
