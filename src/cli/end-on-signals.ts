/**
 * Aborts `signal` at the first signal, whose name `warn` gets; a second one ends the process with `status`, once `made` is
 * disposed of, which others would find; a third one waits for nothing.
 */
export function endOnSignals(
  status: number,
  warn: (name: NodeJS.Signals) => void,
  made: ReadonlySet<Promise<AsyncDisposable>> = new Set(),
): Disposable & { readonly signal: AbortSignal } {
  const ending = new AbortController();
  const leave = () => Promise.allSettled([...made].map(async (one) => (await one)[Symbol.asyncDispose]()));
  let count = 0;
  const end = (name: NodeJS.Signals) => {
    count += 1;
    if (count > 2) process.exit(status);
    if (count === 2) void leave().finally(() => process.exit(status));
    else warn(name);
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
