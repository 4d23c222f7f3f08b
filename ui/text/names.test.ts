import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { listOperations } from "../../src/spec/operations.ts";
import { en } from "./en.ts";

// Portuguese has the same names, which the type checker sees to.
test("each operation of the interface has a name in words", () => {
  const operations = listOperations(loadDocument("interface").dereferenced).map(({ operationId }) => operationId);
  expect(Object.keys(en.operations).sort()).toEqual(operations.sort());
});

test("each kind of fault has a word", () => {
  const kinds = listOperations(loadDocument("control").dereferenced)
    .filter(({ operationId }) => operationId === "addFault")
    .flatMap(({ body }) => body?.schema?.oneOf ?? [])
    .flatMap(({ properties }) => [properties?.kind?.const ?? properties?.kind?.enum ?? []].flat());
  expect(Object.keys(en.faults.words).sort()).toEqual(kinds.sort());
});

test("each shipped preset has a name in words", () => {
  const presets = readdirSync("fixtures/presets").map((file) => file.replace(/\.yaml$/, ""));
  expect(Object.keys(en.faults.presetNames).sort()).toEqual(presets.sort());
});
