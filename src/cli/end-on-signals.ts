interface Ending extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Has the first signal end a run in order, by aborting `signal`; a second one ends the process with `status`. `warn` is told
 * the name of the first.
 */
export function endOnSignals(status: number, warn: (name: NodeJS.Signals) => void): Ending {
  const ending = new AbortController();
  const end = (name: NodeJS.Signals) => {
    if (ending.signal.aborted) process.exit(status);
    warn(name);
    ending.abort();
  };
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) process.on(name, end);
  return {
    signal: ending.signal,
    [Symbol.dispose]() {
      for (const name of names) process.off(name, end);
    },
  };
}
