import { workerData } from "node:worker_threads";
import { archivistOf } from "../../engine/history/archivist.ts";
import { LowdbReader } from "../../store/lowdb/lowdb-reader.ts";
import type { Position, WorldId } from "../../store/world-store.ts";

/** What the thread is started with. */
export interface ArchivistOrder {
  readonly folder: string;
  readonly worldId: WorldId;
  readonly positions: readonly Position[];
}

// Only `workerArchivist` starts it.
const { folder, worldId, positions } = workerData as ArchivistOrder;
const store = await LowdbReader.open(folder);
await archivistOf(store, ({ file, what }) => console.error(`warning: ${file}: ${what}; a new one is written`))(
  worldId,
  positions,
);
await store.close();
