/** A reason not to start, in one line. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs what has to succeed; what goes wrong is told in one line, after `what` was to be done if that says more. */
export async function refusing<T>(work: () => Promise<T>, what?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    throw new StartRefused(what === undefined ? reason : `${what}: ${reason}`, { cause: error });
  }
}
