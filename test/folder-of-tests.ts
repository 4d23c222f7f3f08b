import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for the tests of a file or a block, which is gone when they have ended. */
export function folderOfTests(parent = tmpdir(), name = "saldo-"): string {
  const folder = mkdtempSync(join(parent, name));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
