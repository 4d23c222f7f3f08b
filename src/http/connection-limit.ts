import { readFileSync } from "node:fs";

/** What webhook attempts (512), open journals (64) and all else can have open at once. */
const OTHER_FILES = 640;

/**
 * Returns how many connections a server may have: at most half of the files that the process may have open, and so few
 * that the descriptors which the store, webhooks and mail need are left, but never less than a quarter. Infinity where the
 * limit is not known.
 */
export function maxConnections(): number {
  const [, openFiles] = /^Max open files +(\d+)/m.exec(readLimits()) ?? [];
  const files = openFiles === undefined ? Number.POSITIVE_INFINITY : Number(openFiles);
  return Math.floor(Math.max(files / 4, Math.min(files / 2, files - OTHER_FILES)));
}

/** Linux tells it there. Elsewhere Node's own report would, but takes longer, and Node raises the limit far up anyway. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
