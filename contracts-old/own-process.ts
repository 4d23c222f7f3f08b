type Event = "SIGINT" | "SIGTERM" | "exit" | "unhandledRejection";
const events: readonly Event[] = ["SIGINT", "SIGTERM", "exit", "unhandledRejection"];

/**
 * Starts something that would end the process by itself, at a signal or a mistake of anybody's; here the process must live
 * until what is open has been closed.
 */
export async function keepingTheProcess<T>(start: () => Promise<T>): Promise<T> {
  const before = new Set(events.flatMap(listenersOf));
  const started = await start();
  for (const event of events) {
    for (const listener of listenersOf(event)) if (!before.has(listener)) process.off(event, listener);
  }
  return started;
}

/** What nobody has caught is told, and is no reason to leave anything open either. */
export async function catchingMistakes<T>(tell: (error: unknown) => void, work: () => Promise<T>): Promise<T> {
  process.on("unhandledRejection", tell).on("uncaughtException", tell);
  try {
    return await work();
  } finally {
    process.off("unhandledRejection", tell).off("uncaughtException", tell);
  }
}

/** As functions: which arguments they take does not matter to take them away. */
function listenersOf(event: Event): readonly ((...args: unknown[]) => void)[] {
  return process.rawListeners(event).map((listener) => listener as (...args: unknown[]) => void);
}
