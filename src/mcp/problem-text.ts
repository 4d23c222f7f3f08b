import { UnexpectedAnswer } from "../client/unexpected-answer.ts";

/** Returns why a tool did not do what it was asked for, and the way out. */
export function problemText(error: unknown): string {
  if (!(error instanceof UnexpectedAnswer)) return error instanceof Error ? error.message : String(error);
  const { detail, message = error.message, code }: Readonly<Record<string, unknown>> = Object(error.body);
  return `${detail ?? message}${WAYS[error.status] ?? ""} (${[error.status, code].filter(Boolean).join(" ")})`;
}

const WAYS: Readonly<Record<number, string>> = {
  401: " Call open_world, and pass its key as apiKey; or set the key where this server is configured.",
};
