import { expect, test } from "vitest";
import { matchesPath } from "./path-pattern.ts";

test.each([
  ["a/b", ["a", "b"]],
  ["a/*/c", ["a", "anything", "c"]],
  ["a/*", ["a", "*"]],
  ["a/**", ["a"]],
  ["a/**", ["a", "b", "c"]],
  ["a/**/z", ["a", "z"]],
  ["a/**/z", ["a", "b", "z", "c", "z"]],
  ["**/y/z", ["x", "y", "z"]],
  ["**/y/**", ["y"]],
  ["paths/~1webhook~1{id}/put", ["paths", "/webhook/{id}", "put"]],
  ["a~01", ["a~1"]],
])("%s fits %j", (pattern, path) => {
  expect(matchesPath(pattern, path)).toBe(true);
});

test.each([
  ["a/b", ["a"]],
  ["a/b", ["a", "b", "c"]],
  ["a/b", ["a", "c"]],
  ["a/*", ["a"]],
  ["a/*", ["a", "b", "c"]],
  ["a/**/z", ["a", "z", "b"]],
  ["a/**/z", ["b", "z"]],
  ["a/b*", ["a", "bc"]],
  ["a.c", ["abc"]],
  ["paths/webhook", ["paths", "/webhook"]],
])("%s does not fit %j", (pattern, path) => {
  expect(matchesPath(pattern, path)).toBe(false);
});
