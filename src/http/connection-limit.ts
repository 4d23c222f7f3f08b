import { readFileSync } from "node:fs";

/**
 * Returns how many connections a server may have: half of the files that the process may have open, so that idle
 * connections never take the descriptors that the store, webhooks and mail need. Infinity where the limit is not known.
 */
export function maxConnections(): number {
  const [, openFiles] = /^Max open files +(\d+)/m.exec(readLimits()) ?? [];
  return openFiles === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(openFiles) / 2);
}

/** Linux tells it there. Elsewhere Node's own report would, but takes longer, and Node raises the limit far up anyway. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
