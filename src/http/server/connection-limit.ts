import { readFileSync } from "node:fs";

/** Files that webhook attempts (512), open journals (64) and the rest of the process can have open at once. */
const OTHER_FILES = 640;

/**
 * Returns the maximum number of connections: half of the files that the process may have open, minus what the store,
 * webhooks and mail need, but at least a quarter. Returns Infinity if the limit of files is unknown.
 */
export function maxConnections(): number {
  const [, openFiles] = /^Max open files +(\d+)/m.exec(readLimits()) ?? [];
  const files = openFiles === undefined ? Number.POSITIVE_INFINITY : Number(openFiles);
  return Math.floor(Math.max(files / 4, Math.min(files / 2, files - OTHER_FILES)));
}

/** Works on Linux only. Elsewhere Node raises the limit of open files far enough. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
