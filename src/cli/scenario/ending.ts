import { exitCodes } from "./choice.ts";

/** Somebody wants the run to end. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

interface Ending extends Disposable {
  readonly signal: AbortSignal;
}

/** The work, unless it is interrupted before it ends: it may be waiting for a retry. */
export async function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const interrupted = Promise.withResolvers<never>();
  const interrupt = () => interrupted.reject(new Interrupted());
  signal.addEventListener("abort", interrupt);
  if (signal.aborted) interrupt();
  try {
    return await Promise.race([work, interrupted.promise]);
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

/** The first signal ends the run in order, deleting its worlds; a second one ends the process. */
export function endOnSignals(warn: (text: string) => void): Ending {
  const ending = new AbortController();
  const end = (name: NodeJS.Signals) => {
    if (ending.signal.aborted) process.exit(exitCodes.unusable);
    warn(`\n${name}: deleting the worlds of this run; once more ends at once, and leaves them`);
    ending.abort();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, end);
  return {
    signal: ending.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, end);
    },
  };
}
