import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Disk, hasCode, realDisk } from "../../store/lowdb/disk.ts";
import { worldsFolder } from "../../store/lowdb/worlds-folder.ts";

/** Errors of a mount point, and of a folder above that nothing can be made in. */
const OTHER_PLACE_NEEDED = ["EXDEV", "EBUSY", "EACCES", "EPERM", "EROFS"];

/**
 * Moves the worlds of a data folder to a new folder beside it, or within it for a mount point such as a volume of a
 * container. The caller has the lock of the folder, which stays where it is. Returns the new folder, a data folder of its
 * own, or null when there is nothing to move. If interrupted, all worlds are still in one of the two folders.
 */
export async function setAside(folder: string, disk: Disk = realDisk): Promise<string | null> {
  const from = resolve(folder);
  if (!existsSync(join(from, worldsFolder))) return null;
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
  await moveWorlds(aside, resolve(folder), realDisk);
  await rmdir(aside);
}

async function move(from: string, to: string, disk: Disk): Promise<void> {
  await disk.mkdir(to);
  try {
    await disk.syncFolder(dirname(to));
    await moveWorlds(from, to, disk);
  } catch (error) {
    // A folder with worlds in it stays.
    await rmdir(to).catch(() => {});
    throw error;
  }
}

async function moveWorlds(from: string, to: string, disk: Disk): Promise<void> {
  await disk.rename(join(from, worldsFolder), join(to, worldsFolder));
  await disk.syncFolder(to);
  await disk.syncFolder(from);
}
