import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { FolderLocked, lockFolder } from "../../store/lock/locked-folder.ts";
import { hasCode, realDisk } from "../../store/lowdb/disk.ts";
import { LowdbStore, MAX_SEGMENT_BYTES } from "../../store/lowdb/lowdb-store.ts";
import { refuseVersion1 } from "../../store/lowdb/version-1.ts";
import { worldsFolder } from "../../store/lowdb/worlds-folder.ts";
import { orUserError, reasonOf, UserError } from "../user-error.ts";
import type { Configuration } from "./configuration.ts";
import type { OpenedStore } from "./opened-store.ts";
import { putBack, setAside } from "./set-aside.ts";
import { workerArchivist } from "./worker-archivist.ts";

/** History is forgotten by whole files, so each has about a quarter of what is kept. */
const BYTES_PER_EVENT_IN_QUARTER = 80;

const WAYS_OUT = `. Use that sandbox (its banner has the address; http://127.0.0.1:4400 by default), stop it, or start another one with:
  --data <new folder>    a folder of its own
  --store memory         keeps nothing`;

/** Opens a data folder. Throws `UserError`. */
export async function openFolder(
  { data, history, fresh }: Pick<Configuration, "data" | "history" | "fresh">,
  notice: (text: string) => void,
  onLost: (reason: string) => void,
): Promise<OpenedStore> {
  const missing = missingFolders(data);
  const undoings = [() => removeFolders(missing)];
  const undo = async () => {
    for (const step of undoings.toReversed()) await step().catch((error: unknown) => notice(reasonOf(error)));
  };
  try {
    const lock = await lockFolder(data, { onLost }).catch((error: unknown) => {
      throw new UserError(`${reasonOf(error)}${error instanceof FolderLocked ? WAYS_OUT : ""}`, { cause: error });
    });
    undoings.push(() => lock.release());
    await orUserError(() => refuseVersion1(realDisk, data));
    const aside = fresh ? await orUserError(() => setAside(data), `${data} cannot be set aside`) : null;
    if (aside !== null) undoings.push(() => orUserError(() => putBack(data, aside), `the worlds stay in ${aside}`));
    const worlds = join(data, worldsFolder);
    if (!existsSync(worlds)) undoings.push(() => removeFolders([worlds]));
    const segmentBytes = Math.min(MAX_SEGMENT_BYTES, history * BYTES_PER_EVENT_IN_QUARTER);
    const lowdb = await orUserError(() => LowdbStore.open(data, { onNotice: notice, segmentBytes }));
    undoings.push(() => lowdb.close());
    return { store: lowdb, archivist: workerArchivist(data, lowdb), aside, release: () => lock.release(), undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Returns the folder and those above it that are not there yet, the innermost first. */
function missingFolders(folder: string): readonly string[] {
  const path = resolve(folder);
  return existsSync(path) ? [] : [path, ...missingFolders(dirname(path))];
}

/** Removes these folders, as far as they are empty. */
async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) if (!(await isRemoved(folder))) return;
}

/** Removes a folder if it is empty. */
async function isRemoved(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    return hasCode(error, "ENOENT");
  }
}
