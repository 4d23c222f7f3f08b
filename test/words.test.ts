import { expect, test } from "vitest";
import { findWords } from "./words/find-words.ts";
import { projectFiles } from "./words/project-files.ts";
import { stalePaths } from "./words/stale-paths.ts";

/** Files and folders without a banned word. */
const plain = [
  "README.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "openapi/control.yaml",
  "openapi/interface.yaml",
  "src",
  "contracts",
  "drill",
  "scenarios",
  "ui",
  ...projectFiles.filter((file) => /^docs\/[\w-]+\.md$/.test(file)),
];

test("texts that people read have no banned word", () => {
  expect(findWords(plain).map(({ place, found, better }) => `${place}: "${found}": write ${better}`)).toEqual([]);
});

const pages = projectFiles.filter((file) => /^(?:docs\/)?[\w-]+\.md$/.test(file));
const programs = projectFiles.filter((file) =>
  /^(?:src|contracts|scenarios|test|scripts|openapi|examples|bench)\/.*\.ts$/.test(file),
);

test.for([
  ["pages", pages],
  ["comments", programs],
] as const)("every path in %s exists", ([, files]) => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap((file) => stalePaths(file).map((path) => `${file}: ${path}`))).toEqual([]);
});
