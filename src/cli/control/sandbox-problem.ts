import { UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import { reasonOf } from "../user-error.ts";

const OTHER_ADDRESS = "give the sandbox's own address with --url (SALDO_URL)";

/** What is said of an answer that no sandbox gives. */
export const FOREIGN_ANSWER = `the answer is not that of a sandbox; ${OTHER_ADDRESS}`;

/** Returns in one line why a sandbox did not do what a command asked for, and what to do next. */
export function sandboxProblem(error: unknown): string {
  if (error instanceof UnexpectedAnswer) return refusalOf(error);
  // Node's client parses what should be JSON; and what the answer lacks shows when it is read.
  const isForeign = error instanceof SyntaxError || (error instanceof TypeError && error.cause === undefined);
  if (isForeign) return FOREIGN_ANSWER;
  return `${reasonOf(error)}${wayOut(error)}`;
}

function refusalOf({ method, path, status, body }: UnexpectedAnswer): string {
  const { detail, code, message }: { detail?: unknown; code?: unknown; message?: unknown } = Object(body);
  const sentence = detail ?? message;
  if (typeof sentence !== "string")
    return `${method} ${path} was answered with ${status}, but not by a sandbox; ${OTHER_ADDRESS}`;
  const flag = code === "ADMIN_REQUIRED" ? " Give it with --admin-token (SALDO_ADMIN_TOKEN)." : "";
  return `${sentence}${flag} (${[status, code].filter(Boolean).join(" ")})`;
}

function wayOut(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ECONNREFUSED") return `. Start a sandbox with npm start, or ${OTHER_ADDRESS}`;
  return code === "ENOTFOUND" || code === "EAI_AGAIN" ? `. No address is known for this name; ${OTHER_ADDRESS}` : "";
}
