import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Archivist } from "../../engine/history/archivist.ts";
import type { ArchivistOrder } from "./archivist-worker.ts";

/**
 * An archivist that works beside the process, on the folder where the keeper keeps its worlds, so that no request waits
 * for it. Rejects with what went wrong there.
 */
export function workerArchivist(folder: string): Archivist {
  return async (worldId, positions) => {
    const order: ArchivistOrder = { folder, worldId, positions };
    const worker = new Worker(new URL(`./archivist-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: order,
      // What was said to the process about its own program is not meant for this one.
      execArgv: [],
    });
    await once(worker, "exit");
  };
}
