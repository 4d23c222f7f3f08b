import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { jsonReport } from "./json-report.ts";
import { sampleReport } from "./testing/sample-report.ts";
import { needs, verdictKinds } from "./verdict.ts";

const schema = JSON.parse(await readFile(new URL("report.schema.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
formats.default(ajv);
const validate = ajv.compile(schema);

function problemsOf(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

type Path = readonly (string | number)[];

/** Every member of an object in a value, by its path. */
function membersOf(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => membersOf(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...membersOf(inner, [...path, name])]);
}

/** The object or list in which the last name of the path stands. */
function holderOf(value: unknown, path: Path): object {
  const holder = path.slice(0, -1).reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value);
  return Object(holder);
}

function without(value: unknown, path: Path): unknown {
  const copy = structuredClone(value);
  Reflect.deleteProperty(holderOf(copy, path), path.at(-1) ?? "");
  return copy;
}

const mayBeMissing = [
  /^(baseline|target\/overlay)$/,
  /^results\/\d+\/(known|verdict\/(reason|needs|time))$/,
  /\/(change|error)$/,
  /\/(headers|requestHeaders|responseHeaders)\/[^/]+$/,
];

const document: unknown = JSON.parse(jsonReport(sampleReport()));

describe("the JSON report", () => {
  it("is as its schema says, with everything in it that a report can have", () => {
    expect(problemsOf(document)).toEqual([]);
  });

  it("is refused by the schema when any member is missing that must be there", () => {
    const paths = membersOf(document);
    const wronglyTaken = paths.filter((path) => {
      const optional = mayBeMissing.some((pattern) => pattern.test(path.join("/")));
      return validate(without(document, path)) !== optional;
    });
    expect(paths.length).toBeGreaterThan(100);
    expect(wronglyTaken).toEqual([]);
  });

  it("is refused by the schema when it has a member that is not described", () => {
    const holders = new Map(membersOf(document).map((path) => [path.slice(0, -1).join("/"), path]));
    const wronglyTaken = [...holders.values()].filter((path) => {
      const copy = structuredClone(document);
      Reflect.set(holderOf(copy, path), "surprise", true);
      return validate(copy);
    });
    expect(wronglyTaken).toEqual([]);
  });

  it("tells what the process ends with, and counts documented and assumed clauses apart", () => {
    expect(document).toMatchObject({
      format: 1,
      exitCode: 4,
      counts: { documented: { held: 3, broken: 2 }, assumption: { held: 1, observed: 2 } },
    });
  });
});

describe("the schema of the JSON report", () => {
  it("knows the verdicts and needs that there are", () => {
    expect(schema.$defs.verdictKind.enum).toEqual(verdictKinds);
    expect(schema.$defs.need.enum).toEqual(needs);
  });

  it("describes each member in words", () => {
    const bare = membersOf(schema).filter((path) => {
      if (path.at(-2) !== "properties") return false;
      const member = Object(Reflect.get(holderOf(schema, path), path.at(-1) ?? ""));
      const described = "$ref" in member ? Object(Reflect.get(schema.$defs, String(member.$ref).slice(8))) : member;
      return !("description" in member || "description" in described || "const" in member);
    });
    expect(bare).toEqual([]);
  });
});
