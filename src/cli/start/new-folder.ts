import { existsSync } from "node:fs";
import { rmdir, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { catalogueFile } from "../../store/lowdb/catalogue.ts";
import { hasCode } from "../../store/lowdb/disk.ts";

/** Returns the folder and those above it that are not there yet, the innermost first. */
export function missingFolders(folder: string): readonly string[] {
  const path = resolve(folder);
  return existsSync(path) ? [] : [path, ...missingFolders(dirname(path))];
}

/** Removes these folders again, as far as nobody has put anything into them. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) if (!(await isRemoved(folder))) return;
}

/** Removes the empty store that a start has made in a folder; one that has worlds stays. */
export async function removeEmptyStore(folder: string): Promise<void> {
  if (await isRemoved(join(folder, "worlds"))) await unlink(join(folder, catalogueFile)).catch(() => {});
}

/** Only an empty folder can be removed so. */
async function isRemoved(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    return hasCode(error, "ENOENT");
  }
}
