import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauses } from "../clauses/catalogue.ts";
import { defects } from "./catalogue.ts";
import { harmlessChanges } from "./harmless-changes.ts";

const changes = [...defects, ...harmlessChanges];

test.each(changes)("$id applies to the source as it is", ({ file, find }) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  expect(text.split(find)).toHaveLength(2);
});

test("changes have names of their own, and defects name clauses that there are", () => {
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  const ids = new Set(clauses.map(({ id }) => id));
  const named = defects.flatMap(({ breaks, also = [] }) => [...breaks, ...also]);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});
