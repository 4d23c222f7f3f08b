/** Aborts `signal` at the first signal, whose name `warn` gets; a second one ends the process with `status`. */
export function endOnSignals(
  status: number,
  warn: (name: NodeJS.Signals) => void,
): Disposable & { readonly signal: AbortSignal } {
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
