import type { LeaseClock } from "./ownership.ts";

/** Resolves after a time by the monotonic clock. */
export function pause(clock: LeaseClock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}
