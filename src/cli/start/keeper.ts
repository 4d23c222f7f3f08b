import type { Archivist } from "../../engine/history/archivist.ts";
import { holdFolder } from "../../store/lock/held-folder.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import type { WorldStore } from "../../store/world-store.ts";
import { refusing } from "../start-refused.ts";
import type { Configuration } from "./configuration.ts";
import { workerArchivist } from "./worker-archivist.ts";

const longestSegmentBytes = 8 * 1024 * 1024;

/** A quarter of what an event takes in a file, more or less. */
const bytesOfQuarterEvent = 80;

/** What keeps the worlds, and what has to be done when it is no longer needed. */
export interface Keeper {
  readonly store: WorldStore;
  readonly archivist?: Archivist;
  release(): Promise<void>;
}

/**
 * Opens the keeper that is configured. `notice` is told what was found in its folder that somebody should know; `onLost`,
 * that another process has taken the folder, so that this one must not write to it any more.
 */
export async function openKeeper(
  { store, data, history }: Pick<Configuration, "store" | "data" | "history">,
  notice: (text: string) => void,
  onLost: () => void,
): Promise<Keeper> {
  if (store === "memory") return { store: new MemoryStore(), release: async () => undefined };
  const hold = await refusing(() => holdFolder(data, { onLost }));
  try {
    const lowdb = await refusing(() =>
      LowdbStore.open(data, { onNotice: notice, segmentBytes: segmentBytesFor(history) }),
    );
    return { store: lowdb, archivist: workerArchivist(data), release: () => hold.release() };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/** History is forgotten by whole files, so that these are a part of what is to be kept: about a quarter. */
function segmentBytesFor(history: number): number {
  return Math.min(longestSegmentBytes, history * bytesOfQuarterEvent);
}
