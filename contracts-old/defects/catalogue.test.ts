import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauses } from "../clauses/catalogue.ts";
import { defects } from "./catalogue.ts";
import { harmlessChanges } from "./harmless-changes.ts";

const all = [...defects, ...harmlessChanges];

test("every change has a name of its own", () => {
  const ids = all.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test.each(all.map((change) => [change.id, change] as const))("%s applies to the source as it is", (_id, change) => {
  const { file, find, replace } = change;
  expect(file).toMatch(/^src\//);
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  expect(text.split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});

test("defects break documented clauses, and each of these has one", () => {
  const documented = clauses.filter(({ kind }) => kind === "documented").map(({ id }) => id);
  const broken = new Set(defects.flatMap(({ breaks }) => breaks));
  expect([...broken].filter((id) => !documented.includes(id))).toEqual([]);
  expect(documented.filter((id) => !broken.has(id))).toEqual([]);
  expect(defects.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
});
