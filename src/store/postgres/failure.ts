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

/** The connection is lost. Nobody knows what was done of the statements that were sent last. */
export class Lost extends Error {
  override readonly name = "Lost";
}

/** The errors that something depends on, by SQLSTATE. */
export const codes = { lockTimeout: "55P03", uniqueViolation: "23505", unknownOutcome: "40003" } as const;

/** Returns what an error of a round trip means. FATAL and PANIC end the session; errors of sockets have no severity. */
export function failureOf(error: unknown): Rejected | Lost {
  const { code, severity }: { readonly code?: unknown; readonly severity?: unknown } = Object(error);
  if (error instanceof Error && severity === "ERROR" && typeof code === "string" && code !== codes.unknownOutcome) {
    return new Rejected(code, error);
  }
  const told = error instanceof Error ? error.message : String(error);
  return new Lost(`the connection to the database is lost: ${told}`, { cause: error });
}
