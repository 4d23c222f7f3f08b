/** The application cannot be drilled: it does not start, its books lack a field. The message says what to do. */
export class UnusableApplication extends Error {
  override readonly name = "UnusableApplication";
}

/** Returns what an error says. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
