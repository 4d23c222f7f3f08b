import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauses } from "../clauses/catalogue.ts";
import { defects } from "./catalogue.ts";
import { harmlessChanges } from "./harmless-changes.ts";

const changes = [...defects, ...harmlessChanges];

test.each(changes)("$id applies to the source as it is", (change) => {
  for (const { file, find } of [change, ...(change.with ?? [])]) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(text.split(find)).toHaveLength(2);
  }
});

test("changes have names of their own, and defects name clauses that there are", () => {
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  const ids = new Set(clauses.map(({ id }) => id));
  const named = defects.flatMap(({ breaks, also = [] }) => [...breaks, ...also]);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test("each documented clause has a defect that breaks it", () => {
  const broken = new Set(defects.flatMap(({ breaks }) => breaks));
  const without = clauses.filter(({ kind, id }) => kind === "documented" && !broken.has(id));
  expect(without.map(({ id }) => id)).toEqual([]);
});
