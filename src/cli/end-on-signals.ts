/**
 * Aborts `signal` at the first signal, whose name `warn` gets; a second one ends the process with `status`, after `leave`
 * where there is something that others would find; a third one waits for nothing.
 */
export function endOnSignals(
  status: number,
  warn: (name: NodeJS.Signals) => void,
  leave?: () => Promise<void>,
): Disposable & { readonly signal: AbortSignal } {
  const ending = new AbortController();
  let last = leave;
  const end = (name: NodeJS.Signals) => {
    if (!ending.signal.aborted) {
      warn(name);
      return ending.abort();
    }
    const leaving = last?.();
    last = undefined;
    if (leaving === undefined) process.exit(status);
    void leaving.finally(() => process.exit(status));
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
