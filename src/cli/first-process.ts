import { constants } from "node:os";

/**
 * Ends the process at a signal that is not handled otherwise, if it is the first of a container. Without a handler signals do not
 * reach that process, and the container is killed only after a timeout.
 */
export function endFirstProcessOnSignals(): void {
  if (process.pid !== 1) return;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}
