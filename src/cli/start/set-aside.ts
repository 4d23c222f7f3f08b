import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { catalogueFile } from "../../store/lowdb/catalogue.ts";
import { type Disk, hasCode, realDisk } from "../../store/lowdb/disk.ts";
import { replaceFile } from "../../store/lowdb/replace-file.ts";

const worldsFolder = "worlds";

/** Errors of a mount point, and of a folder above that nothing can be made in. */
const OTHER_PLACE_NEEDED = ["EXDEV", "EBUSY", "EACCES", "EPERM", "EROFS"];

/**
 * Moves the worlds of a data folder to a new folder beside it, or within it for a mount point such as a volume of a
 * container. The caller has the lock of the folder, which stays where it is. Returns the new folder, a data folder of its
 * own, or null when there is nothing to move. If interrupted, all worlds are still in one of the two folders, with their
 * list, and calling it again ends what was begun.
 */
export async function setAside(folder: string, disk: Disk = realDisk): Promise<string | null> {
  const from = resolve(folder);
  if (!existsSync(join(from, catalogueFile)) && !existsSync(join(from, worldsFolder))) return null;
  const name = `${basename(from)}.${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
  const beside = join(dirname(from), name);
  try {
    await move(from, beside, disk);
    return beside;
  } catch (error) {
    if (!OTHER_PLACE_NEEDED.some((code) => hasCode(error, code))) throw error;
  }
  const within = join(from, name);
  await move(from, within, disk);
  return within;
}

/** Moves back what was set aside, for a start that fails later. */
export async function putBack(folder: string, aside: string): Promise<void> {
  await moveContent(aside, resolve(folder), realDisk);
  await rmdir(aside);
}

async function move(from: string, to: string, disk: Disk): Promise<void> {
  await disk.mkdir(to);
  try {
    await moveContent(from, to, disk);
    await disk.syncFolder(dirname(to));
  } catch (error) {
    // A folder with worlds in it stays; without, it has only a copy of the list.
    if (!existsSync(join(to, worldsFolder))) await disk.unlink(join(to, catalogueFile)).catch(() => {});
    await rmdir(to).catch(() => {});
    throw error;
  }
}

/** Copies the list before the worlds and removes it after them, so that no folder has worlds without it. */
async function moveContent(from: string, to: string, disk: Disk): Promise<void> {
  const hasList = existsSync(join(from, catalogueFile));
  if (hasList) await replaceFile(disk, join(to, catalogueFile), [await disk.readFile(join(from, catalogueFile))]);
  if (existsSync(join(from, worldsFolder))) await disk.rename(join(from, worldsFolder), join(to, worldsFolder));
  await disk.syncFolder(to);
  await disk.syncFolder(from);
  if (!hasList) return;
  await disk.unlink(join(from, catalogueFile));
  await disk.syncFolder(from);
}
