import { dirname, join, resolve } from "node:path";
import { type Disk, hasCode, isThere } from "./disk.ts";
import { isLeftOver } from "./replace-file.ts";
import { isVersion1, refuseVersion1, worldsOfVersion1 } from "./version-1.ts";
import { type FolderDependencies, WorldFolder } from "./world-folder.ts";

/** The folder with the worlds' folders in a data folder. */
export const worldsFolder = "worlds";

/** Allowed ids, since an id becomes the name of a folder. */
export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Maximum worlds opened at the same time. */
const MAX_WORLDS_OPENED_AT_ONCE = 8;

/** Opens the worlds of a data folder, the oldest first. Makes the folder, unless it is only to be read. */
export async function openWorlds(dependencies: FolderDependencies, dataFolder: string): Promise<WorldFolder[]> {
  const { disk, isRead } = dependencies;
  const folder = join(dataFolder, worldsFolder);
  if (isRead) {
    if (!(await isThere(disk, folder))) {
      throw new Error(`${dataFolder} is no data folder: it has no folder "${worldsFolder}"`);
    }
    if (await isVersion1(disk, dataFolder)) return worldsOfVersion1(dependencies, dataFolder);
  } else {
    await refuseVersion1(disk, dataFolder);
    await disk.makeFolder(folder);
    await keepNames(disk, folder);
  }
  return (await worldsIn(dependencies, folder)).sort(oldestFirst);
}

/** Reads the worlds in a folder. Opens those that are not at rest, and removes those half made or half removed. */
async function worldsIn(dependencies: FolderDependencies, folder: string): Promise<WorldFolder[]> {
  const { disk, onNotice, isRead } = dependencies;
  const worlds: WorldFolder[] = [];
  const names = (await disk.readdir(folder)).values();
  const readSome = async () => {
    for (const name of names) {
      const path = join(folder, name);
      const world = idPattern.test(name) ? await WorldFolder.read(dependencies, path, name) : null;
      if (world !== null) worlds.push(world);
      if (world?.resting === null && !isRead) await world.open();
      if (world !== null || isRead) continue;
      if (isLeftOver(name)) await disk.remove(path);
      else onNotice(`${path}: it is no world; it was left as it is`);
    }
  };
  await Promise.all(Array.from({ length: MAX_WORLDS_OPENED_AT_ONCE }, readSome));
  return worlds;
}

/** Makes the names of a folder and its parent folders durable, in case their creator did not. */
async function keepNames(disk: Disk, folder: string): Promise<void> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    try {
      await disk.syncFolder(path);
    } catch (cause) {
      // A folder without read permission existed before.
      if (!hasCode(cause, "EACCES", "EPERM")) throw cause;
    }
    if (path === dirname(path)) return;
  }
}

function oldestFirst({ entry: one }: WorldFolder, { entry: other }: WorldFolder): number {
  return one.createdAt - other.createdAt || (one.worldId < other.worldId ? -1 : 1);
}
