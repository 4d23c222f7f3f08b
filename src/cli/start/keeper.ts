import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Archivist } from "../../engine/history/archivist.ts";
import { lockFolder } from "../../store/lock/locked-folder.ts";
import { catalogueFile } from "../../store/lowdb/catalogue.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import type { WorldStore } from "../../store/world-store.ts";
import { reasonOf, refusing } from "../start-refused.ts";
import type { Configuration } from "./configuration.ts";
import { missingFolders, removeEmptyStore, removeFolders } from "./new-folder.ts";
import { putBack, setAside } from "./set-aside.ts";
import { workerArchivist } from "./worker-archivist.ts";

const longestSegmentBytes = 8 * 1024 * 1024;

/** A quarter of what an event takes in a file, more or less. */
const bytesOfQuarterEvent = 80;

/** What keeps the worlds, and what has to be done when it is no longer needed. */
export interface Keeper {
  readonly store: WorldStore;
  readonly archivist?: Archivist;
  /** Where that is which was in the folder before, if it was set aside. */
  readonly aside: string | null;
  release(): Promise<void>;
  /** Closes the store, releases it, and leaves the folder as it was found, unless there are worlds in it now. */
  undo(): Promise<void>;
}

/**
 * Opens the keeper that is configured. `notice` is told what was found in its folder that somebody should know; `onLost`,
 * why this process must not write to the folder any more.
 */
export async function openKeeper(
  { store, data, history, fresh }: Pick<Configuration, "store" | "data" | "history" | "fresh">,
  notice: (text: string) => void,
  onLost: (reason: string) => void,
): Promise<Keeper> {
  if (store === "memory") {
    const memory = new MemoryStore();
    return { store: memory, aside: null, release: async () => undefined, undo: () => memory.close() };
  }
  const missing = missingFolders(data);
  const undoings = [() => removeFolders(missing)];
  const undo = async () => {
    for (const step of undoings.toReversed()) await step().catch((error: unknown) => notice(reasonOf(error)));
  };
  let opened: LowdbStore | undefined;
  const removedPath = async () => opened?.removedPath() ?? null;
  try {
    const lock = await refusing(() => lockFolder(data, { onLost, removedPath }));
    undoings.push(() => lock.release());
    const aside = fresh ? await refusing(() => setAside(data), `${data} cannot be set aside`) : null;
    if (aside !== null) undoings.push(() => refusing(() => putBack(data, aside), `the worlds stay in ${aside}`));
    if (!existsSync(join(data, catalogueFile))) undoings.push(() => removeEmptyStore(data));
    const lowdb = await refusing(() =>
      LowdbStore.openToWrite(data, { onNotice: notice, segmentBytes: segmentBytesFor(history) }),
    );
    opened = lowdb;
    undoings.push(() => lowdb.close());
    return { store: lowdb, archivist: workerArchivist(data), aside, release: () => lock.release(), undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** History is forgotten by whole files, so that these are a part of what is to be kept: about a quarter. */
function segmentBytesFor(history: number): number {
  return Math.min(longestSegmentBytes, history * bytesOfQuarterEvent);
}
