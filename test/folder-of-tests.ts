import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for the tests of a file or a block, which is gone when they have ended. */
export function folderOfTests(parent = tmpdir(), name = "saldo-"): string {
  const folder = mkdtempSync(join(parent, name));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Everything below a folder by its path: the bytes of files, and null of folders. */
export async function contentOf(folder: string): Promise<Readonly<Record<string, string | null>>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = found.map(async (one) => {
    const path = join(one.parentPath, one.name);
    return [path, one.isFile() ? await readFile(path, "latin1") : null] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
