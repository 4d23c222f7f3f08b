import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { listOperations } from "../../src/spec/operations.ts";
import { tables } from "./texts.ts";

test("each operation of the interface has a name in words", () => {
  const operations = listOperations(loadDocument("interface").dereferenced).map(({ operationId }) => operationId);
  expect(Object.keys(tables.operations).sort()).toEqual(operations.sort());
});

test("each kind of fault has a word", () => {
  const kinds = listOperations(loadDocument("control").dereferenced)
    .filter(({ operationId }) => operationId === "addFault")
    .flatMap(({ body }) => body?.schema?.oneOf ?? [])
    .flatMap(({ properties }) => [properties?.kind?.const ?? properties?.kind?.enum ?? []].flat());
  expect(Object.keys(tables.faults.words).sort()).toEqual(kinds.sort());
});

test.each([
  ["presets", tables.faults.presetNames],
  ["presets", tables.faults.together],
  ["worlds", tables.worlds.fixtures],
])("each of the shipped %s is told in words", (folder, words) => {
  const shipped = readdirSync(`fixtures/${folder}`).map((file) => file.replace(/\.yaml$/, ""));
  expect(Object.keys(words).sort()).toEqual(shipped.sort());
});
