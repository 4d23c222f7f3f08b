import { overlook } from "../failure.ts";

/** The clocks of a process. Neither may be asked for the time of a lease alone: one can stand still, the other can be set. */
export interface LeaseClock {
  monotonicMs(): number;
  wallMs(): number;
  /** Calls back once, after a time by the monotonic clock. Returns what cancels that. */
  after(ms: number, callBack: () => void): () => void;
}

/** The clocks of the machine. They keep no process alive. */
export const machineLeaseClock: LeaseClock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  after(ms, callBack) {
    const timer = setTimeout(callBack, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after a time by the monotonic clock. */
export function pause(clock: LeaseClock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

/** Does something after a time again and again. Returns what ends that. A failure of the database is overlooked: it is tried again. */
export function repeatedly(clock: LeaseClock, afterMs: () => number, work: () => Promise<void>): () => void {
  let hasEnded = false;
  let cancel = () => {};
  const plan = () => {
    cancel = clock.after(afterMs(), () => {
      work()
        .catch(overlook)
        .finally(() => hasEnded || plan());
    });
  };
  plan();
  return () => {
    hasEnded = true;
    cancel();
  };
}
