import { constants } from "node:os";

/**
 * Signals that nobody handles end a process; but the first one of a container, which has the number 1, they do not reach
 * at all, and who stops the container has to wait until it is killed. So this ends it, as long as nobody else listens.
 */
export function endFirstProcessOnSignals(): void {
  if (process.pid !== 1) return;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}
