import { workerData } from "node:worker_threads";
import { archivistOf } from "../../engine/history/archivist.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import type { Position, WorldId } from "../../store/world-store.ts";

/** What the thread is started with. */
export interface ArchivistOrder {
  readonly folder: string;
  readonly worldId: WorldId;
  readonly positions: readonly Position[];
}

// Only `workerArchivist` starts it.
const { folder, worldId, positions } = workerData as ArchivistOrder;
const store = await LowdbStore.open(folder, { isRead: true });
await archivistOf(store, ({ file, what }) => console.error(`warning: ${file}: ${what}; a new one is written`))(
  worldId,
  positions,
);
await store.close();
