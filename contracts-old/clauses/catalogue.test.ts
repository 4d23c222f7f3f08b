import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { collectAssumptions, type JsonObject } from "../../scripts/assumptions.ts";
import { clauseOf, clauses } from "./catalogue.ts";
import { matchesPath } from "./path-pattern.ts";
import { sections } from "./sections.ts";

const document: JsonObject = parse(readFileSync(new URL("../../openapi/interface.yaml", import.meta.url), "utf8"));
const marks = collectAssumptions(document);
const documented = clauses.filter(({ kind }) => kind === "documented");
const assumptions = clauses.filter((clause) => clause.kind === "assumption");

test("there are as many requirements as the document has", () => {
  expect(documented.length).toBeGreaterThanOrEqual(90);
});

test("each id is of its clause alone, and readable", () => {
  const ids = clauses.map(({ id }) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
});

test("each text is one line, begins like a sentence, ends like one, and is of its clause alone", () => {
  const texts = clauses.map(({ text }) => text);
  expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([]);
  expect(texts.filter((text) => !/^[A-Z`].{10,}[^.]\.$/.test(text))).toEqual([]);
});

test("the assumptions come after all that is documented", () => {
  expect(clauses).toEqual([...documented, ...assumptions]);
});

test("a clause is found by its id", () => {
  expect(clauseOf("otp.blocked-after-fifth")?.section).toBe("Errors");
  expect(clauseOf("otp.unheard-of")).toBeUndefined();
});

test("each heading of the document is the reason of something that is documented", () => {
  expect(sections.filter((section) => !documented.some((clause) => clause.section === section))).toEqual([]);
});

test("each assumption of the description is spoken for by exactly one clause", () => {
  const spoken = marks.map(({ path }) => ({
    path: path.join("/"),
    by: assumptions.filter(({ covers }) => covers.some((pattern) => matchesPath(pattern, path))).map(({ id }) => id),
  }));
  expect(spoken.filter(({ by }) => by.length !== 1)).toEqual([]);
});

test("each clause of an assumption speaks for something, with every pattern that it has", () => {
  const patterns = assumptions.flatMap(({ id, covers }) => covers.map((pattern) => ({ id, pattern })));
  expect(patterns.filter(({ pattern }) => !marks.some(({ path }) => matchesPath(pattern, path)))).toEqual([]);
  expect(assumptions.filter(({ covers }) => covers.length === 0)).toEqual([]);
});

test("each behaviour that is left open has the clause of its name", () => {
  for (const { path } of marks.filter(({ kind }) => kind === "behaviour")) {
    expect(clauseOf(`behaviour.${path.at(-1)}`)).toMatchObject({ covers: [path.join("/")] });
  }
});

test("each assumed status is said in the text of its clause", () => {
  const used = new Map(statusesByResponse());
  for (const { path } of marks.filter(({ kind }) => kind === "response")) {
    const clause = assumptions.find(({ covers }) => covers.some((pattern) => matchesPath(pattern, path)));
    expect(clause?.text, path.join("/")).toContain(used.get(path.at(-1) ?? ""));
  }
});

/** The name of each response with the status under which it is referred to. */
function statusesByResponse(): [string, string][] {
  const references = JSON.stringify(document).matchAll(/"(\d{3})":\{"\$ref":"#\/components\/responses\/(\w+)"\}/g);
  return Array.from(references, ([, status, name]) => [name ?? "", status ?? ""]);
}
