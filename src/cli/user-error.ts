/** A command cannot do what it was told; the message says why and what is allowed. */
export class UserError extends Error {
  override readonly name = "UserError";
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs what can fail because of what the user gave. Throws `UserError`; `what` says what was to be done. */
export async function orUserError<T>(work: () => Promise<T>, what?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    throw new UserError(what === undefined ? reason : `${what}: ${reason}`, { cause: error });
  }
}
