import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { clauses } from "../clauses/catalogue.ts";
import { defects } from "./catalogue.ts";
import type { Change } from "./defect.ts";
import { changed } from "./edit.ts";
import { harmlessChanges } from "./harmless-changes.ts";

const changes = [...defects, ...harmlessChanges];

test.each(changes)("$id applies to the source as it is", (change) => {
  expect(() => changedFiles(change)).not.toThrow();
});

// The type checker does not read the texts of changes, so a variable of the source that has another name now is found here.
test("changes use only names that their places have", () => {
  const folder = mkdtempSync(join(tmpdir(), "saldo-changes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const change of changes) {
    for (const [file, text] of changedFiles(change)) {
      writeFileSync(join(folder, `${change.id} ${file.replaceAll("/", " ")}`), text);
    }
  }
  const biome = join(import.meta.dirname, "../../node_modules/.bin/biome");
  const { stderr } = spawnSync(biome, ["lint", "--only=correctness/noUndeclaredVariables"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toMatch(/^Checked \d+ files in \w+\. No fixes applied\.\s*$/);
});

function changedFiles(change: Change): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of [change, ...(change.with ?? [])]) {
    const text = texts.get(edit.file) ?? readFileSync(join(import.meta.dirname, "../..", edit.file), "utf8");
    texts.set(edit.file, changed(text, edit));
  }
  return texts;
}

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
