import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";

/** The status and the constant of every error that an example shows. */
function errorsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { status, code, data }: { status?: unknown; code?: unknown; data?: { code?: unknown } } = value;
  const constant = code ?? data?.code;
  const own = typeof status === "number" && typeof constant === "string" ? [`${status} ${constant}`] : [];
  return [...own, ...Object.values(value).flatMap(errorsIn)];
}

const sorted = (errors: readonly string[]) => [...new Set(errors)].sort();

test("the page of errors lists every error of both documents with its status, and no other", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const rows = (page.split("## What to do when")[0] ?? "").split("\n").map((row) => row.split("|"));
  const listed = rows.flatMap(([, statuses = "", codes = ""]) =>
    [...codes.matchAll(/`([A-Z_]+)`/g)].flatMap(([, code]) =>
      [...statuses.matchAll(/\d+/g)].map(([status]) => `${status} ${code}`),
    ),
  );
  expect(listed.length).toBeGreaterThan(50);
  expect(sorted(listed)).toEqual(
    sorted([...errorsIn(loadDocument("interface")), ...errorsIn(loadDocument("control"))]),
  );
});
