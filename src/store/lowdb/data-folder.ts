import { dirname, join, resolve } from "node:path";
import { Damaged } from "../damaged.ts";
import { Catalogue, catalogueFile } from "./catalogue.ts";
import { type Disk, hasCode, makeFolder } from "./disk.ts";
import { withoutLeftOvers } from "./replace-file.ts";
import { WorldsFolder } from "./worlds-folder.ts";

export interface DataFolder {
  readonly catalogue: Catalogue;
  readonly worlds: WorldsFolder;
}

/** Opens a data folder to write to it, and makes it if it is not there. What it has when it resolves is durable. */
export async function openDataFolder(disk: Disk, folder: string): Promise<DataFolder> {
  const worlds = new WorldsFolder(disk, folder);
  await makeFolder(disk, worlds.path);
  await keepNames(disk, folder);
  await withoutLeftOvers(disk, folder);
  const catalogue = (await Catalogue.open(disk, folder)) ?? (await beginCatalogue(disk, folder, worlds));
  // What it lists decides which folders are removed, and so must be there for good before; so must their folder.
  await disk.syncFolder(folder);
  await finishDeletions(disk, catalogue, worlds);
  return { catalogue, worlds };
}

/** Takes worlds from the list that were deleted when it could not be written. */
async function finishDeletions(disk: Disk, catalogue: Catalogue, worlds: WorldsFolder): Promise<void> {
  const deleted = await worlds.deleted(catalogue.worlds.map(({ worldId }) => worldId));
  if (deleted.length === 0) return;
  // Their new names must be there for good before anything in them is removed.
  await disk.syncFolder(worlds.path);
  for (const id of deleted) {
    await worlds.empty(id);
    await catalogue.remove(id);
  }
  await catalogue.whenCertain();
}

/** A new data folder has no worlds. One that has some and no list of them has lost it. */
async function beginCatalogue(disk: Disk, folder: string, worlds: WorldsFolder): Promise<Catalogue> {
  if (await worlds.hasAny()) {
    throw new Damaged(join(folder, catalogueFile), null, "it is not there, but there are folders of worlds");
  }
  return Catalogue.create(disk, folder);
}

/** Whoever made the data folder may have left it to us to make its name durable, and those of the folders above it. */
async function keepNames(disk: Disk, folder: string): Promise<void> {
  for (let path = dirname(resolve(folder)); ; path = dirname(path)) {
    try {
      await disk.syncFolder(path);
    } catch (cause) {
      // What we may not even look at was there before us.
      if (!hasCode(cause, "EACCES") && !hasCode(cause, "EPERM")) throw cause;
    }
    if (path === dirname(path)) return;
  }
}
