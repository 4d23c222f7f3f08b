/** A reason not to start, in one line. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
