import type { LeaseClock } from "./ownership.ts";

/** The clocks of the machine. They keep no process alive. */
export const machineLeaseClock: LeaseClock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  after(ms, callBack) {
    const timer = setTimeout(callBack, ms).unref();
    return () => clearTimeout(timer);
  },
};
