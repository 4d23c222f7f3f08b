import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Content } from "../sealed.ts";
import type { WorldEntry } from "../world-store.ts";
import { type Disk, isThere } from "./disk.ts";
import { DurableDocument } from "./durable-document.ts";
import { segmentBeginnings } from "./segment.ts";
import { snapshotPositions, snapshotsFolder } from "./snapshot-file.ts";
import { parseEntry } from "./world-document.ts";
import { type FolderDependencies, WorldFolder } from "./world-folder.ts";

/** The list of worlds of version 1, in the data folder. */
const listFile = "saldo.json";

/** A data folder is of version 1, whose worlds had no documents of their own. */
class OldFolder extends Error {
  override readonly name = "OldFolder";

  constructor(folder: string) {
    super(
      `${folder} was written by an older Saldo (version 1 of the data folder), and this one needs version 2; copy its worlds to a new folder: saldo worlds copy --data ${folder} --to <new folder>`,
    );
  }
}

export function isVersion1(disk: Disk, dataFolder: string): Promise<boolean> {
  return isThere(disk, join(dataFolder, listFile));
}

/** Rejects with `OldFolder` if a data folder is of version 1. */
export async function refuseVersion1(disk: Disk, dataFolder: string): Promise<void> {
  if (await isVersion1(disk, dataFolder)) throw new OldFolder(dataFolder);
}

/** Reads the worlds of a folder of version 1, as if they had documents. */
export async function worldsOfVersion1(dependencies: FolderDependencies, dataFolder: string): Promise<WorldFolder[]> {
  const { disk } = dependencies;
  const folder = join(dataFolder, "worlds");
  const listed = await new DurableDocument(disk, join(dataFolder, listFile), parseListed, { isSmall: true }).read();
  const names = new Set(await disk.readdir(folder));
  const worlds: WorldFolder[] = [];
  for (const entry of listed?.entries ?? []) {
    const { worldId: id } = entry;
    // What was interrupted left another name. A deleted world may still be listed.
    const name = [id, `${id}.new`, `${id}.deleted`].find((one) => names.has(one));
    if (name === undefined && names.has(`${id}.removed`)) continue;
    const path = join(folder, name ?? id);
    if (name === undefined) throw new Damaged(path, null, "the folder is missing");
    const snapshots = snapshotPositions(await disk.readdir(join(path, snapshotsFolder)));
    const beginnings = segmentBeginnings(await disk.readdir(path));
    // A process that was killed while it forgot may have left older files.
    const horizon = beginnings.find((after) => after === 0 || snapshots.includes(after)) ?? 0;
    worlds.push(new WorldFolder(dependencies, path, { entry, horizon, snapshots, rest: null }, null));
  }
  return worlds;
}

function parseListed({ worlds }: Content): { readonly entries: readonly WorldEntry[] } | null {
  if (!Array.isArray(worlds)) return null;
  const entries = worlds.map(parseEntry).filter((entry) => entry !== null);
  return entries.length === worlds.length ? { entries } : null;
}
