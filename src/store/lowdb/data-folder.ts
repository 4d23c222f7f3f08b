import { dirname, join, resolve } from "node:path";
import { Damaged } from "../damaged.ts";
import { Catalogue, catalogueFile } from "./catalogue.ts";
import { type Disk, hasCode } from "./disk.ts";
import { withoutLeftOvers } from "./replace-file.ts";
import { WorldsFolder } from "./worlds-folder.ts";

export interface DataFolder {
  readonly catalogue: Catalogue;
  readonly worlds: WorldsFolder;
}

/** Opens a data folder for writing, and makes it if it does not exist. Its content is durable when this resolves. */
export async function openDataFolder(disk: Disk, folder: string): Promise<DataFolder> {
  const worlds = new WorldsFolder(disk, folder);
  await disk.makeFolder(worlds.path);
  await keepNames(disk, folder);
  await withoutLeftOvers(disk, folder);
  const catalogue = (await Catalogue.open(disk, folder)) ?? (await beginCatalogue(disk, folder, worlds));
  // The list decides which folders are removed, so the list and its folder must be durable first.
  await disk.syncFolder(folder);
  await finishDeletions(disk, catalogue, worlds);
  return { catalogue, worlds };
}

/** Removes worlds from the list that were deleted while it could not be written. */
async function finishDeletions(disk: Disk, catalogue: Catalogue, worlds: WorldsFolder): Promise<void> {
  const deleted = await worlds.deleted(catalogue.worlds.map(({ worldId }) => worldId));
  if (deleted.length === 0) return;
  // Their new names must be durable before anything in them is removed.
  await disk.syncFolder(worlds.path);
  for (const id of deleted) {
    await worlds.empty(id);
    await catalogue.remove(id);
  }
  await catalogue.whenCertain();
}

/** Makes the list of a new data folder. A folder with worlds but no list has lost its list. */
async function beginCatalogue(disk: Disk, folder: string, worlds: WorldsFolder): Promise<Catalogue> {
  if (await worlds.hasAny()) {
    throw new Damaged(join(folder, catalogueFile), null, "it is not there, but there are folders of worlds");
  }
  return Catalogue.create(disk, folder);
}

/** Makes the names of the data folder and its parent folders durable, in case their creator did not. */
async function keepNames(disk: Disk, folder: string): Promise<void> {
  for (let path = dirname(resolve(folder)); ; path = dirname(path)) {
    try {
      await disk.syncFolder(path);
    } catch (cause) {
      // A folder without read permission existed before.
      if (!hasCode(cause, "EACCES", "EPERM")) throw cause;
    }
    if (path === dirname(path)) return;
  }
}
