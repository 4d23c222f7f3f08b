import { type WorldId, WriteFailed } from "../world-store.ts";

/** PostgreSQL has rejected a statement. The connection is sound; a transaction can only be undone. */
export class Rejected extends Error {
  override readonly name = "Rejected";
  /** One of `codes`, or another SQLSTATE. */
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(cause.message, { cause });
    this.code = code;
  }
}

/** The connection is lost. What was done of the statements that were sent last is unknown. */
export class Lost extends Error {
  override readonly name = "Lost";
}

/** There was no connection: nothing was sent. */
export class NotSent extends Lost {}

/** The errors that something depends on, by SQLSTATE. */
export const codes = { uniqueViolation: "23505", unknownOutcome: "40003" } as const;

/** Returns what an error of a round trip means. FATAL and PANIC end the session; errors of sockets have no severity. */
export function databaseFailure(error: unknown): Rejected | Lost {
  if (error instanceof Rejected || error instanceof Lost) return error;
  const { code, severity }: { readonly code?: unknown; readonly severity?: unknown } = Object(error);
  if (error instanceof Error && severity === "ERROR" && typeof code === "string" && code !== codes.unknownOutcome) {
    return new Rejected(code, error);
  }
  const told = error instanceof Error ? error.message : String(error);
  return new Lost(`the connection to the database is lost: ${told}`, { cause: error });
}

/** Does what writes. Rejects with `WriteFailed` if the database cannot be reached or rejects it. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Lost || error instanceof Rejected)) throw error;
    throw new WriteFailed("the database did not keep what it was to keep", { cause: error });
  }
}

/** Overlooks failures of the database that need no answer; anything else is a defect, which is thrown. */
export function overlook(error: unknown): void {
  if (!(error instanceof Lost || error instanceof Rejected)) throw error;
}

/** Returns what to throw when a statement finds that this process is not the owner of a world any more. */
export function lost(id: WorldId): WriteFailed {
  return new WriteFailed(`another process may have the world ${id} now`);
}
