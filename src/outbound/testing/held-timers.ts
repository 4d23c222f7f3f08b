import { vi } from "vitest";

/** The timers of one length: they end when a test says so. */
export interface HeldTimers extends Disposable {
  end(): void;
}

/**
 * Holds the timers of exactly this length; all others run as ever. A test so says when a limit is over: after what must
 * come before it, however slow the machine is.
 */
export function holdTimers(ms: number): HeldTimers {
  const held: (() => void)[] = [];
  const start = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation((callback, delay, ...args: readonly unknown[]) => {
    if (delay !== ms) return Reflect.apply(start, globalThis, [callback, delay, ...args]);
    held.push(callback);
    return start(() => {}, 0);
  });
  return {
    end() {
      for (const callback of held.splice(0)) callback();
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
