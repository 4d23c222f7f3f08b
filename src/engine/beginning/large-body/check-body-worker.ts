import { parentPort, workerData } from "node:worker_threads";
import { checkBody } from "./check-body.ts";

// `LargeBodies` alone starts it, with the bytes of a body.
const bytes = workerData as Uint8Array;
parentPort?.postMessage(checkBody(Buffer.from(bytes.buffer)));
