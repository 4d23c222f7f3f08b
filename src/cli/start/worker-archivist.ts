import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { codeFile } from "../../code-file.ts";
import type { Archivist } from "../../engine/history/archivist.ts";
import type { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import type { ArchivistOrder } from "./archivist-worker.ts";

/**
 * Returns an archivist that works in a thread of its own, so that no request waits for it, and adds its snapshots to the
 * store of the folder. Rejects with its error.
 */
export function workerArchivist(folder: string, store: Pick<LowdbStore, "addSnapshots">): Archivist {
  return async (worldId, positions) => {
    const order: ArchivistOrder = { folder, worldId, positions };
    const worker = new Worker(codeFile("src/cli/start/archivist-worker.ts"), {
      workerData: order,
      // The flags of this process are not meant for the thread.
      execArgv: [],
    });
    await once(worker, "exit");
    await store.addSnapshots(worldId, positions);
  };
}
