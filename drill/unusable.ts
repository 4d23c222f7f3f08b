/** The application cannot be drilled: it does not start, its books lack a field. The message says what to do. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** Returns what an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
