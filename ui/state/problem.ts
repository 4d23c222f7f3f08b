import { UnexpectedAnswer } from "../../src/client/unexpected-answer.ts";

/** Returns why something failed, in a sentence of the server where there is one. */
export function problemText(error: unknown): string {
  if (error instanceof UnexpectedAnswer) return sentenceIn(error.body) ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

/** The control plane answers with a problem, which has a `detail`; the interface with a `message`. */
export function sentenceIn(body: unknown): string | null {
  for (const name of ["detail", "message", "title"]) {
    const sentence = fieldOf(body, name);
    if (typeof sentence === "string") return sentence;
  }
  return null;
}

/** Returns whether an answer asks for the admin token. */
export function asksForAdmin(body: unknown): boolean {
  return fieldOf(body, "code") === "ADMIN_REQUIRED";
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}
