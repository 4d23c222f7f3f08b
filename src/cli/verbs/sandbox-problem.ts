import { UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import { reasonOf } from "../user-error.ts";

const OTHER_ADDRESS = "give the sandbox's own address with --url (SALDO_URL)";

/** The code of a problem that no command of ours gets at the right address. */
const UNKNOWN_PATH = "ROUTE_UNKNOWN";

/** Returns what is said of an answer that no sandbox gives; `problem`: what is wrong with it, if that is known. */
export function foreignAnswer(problem = ""): string {
  return `the answer is not that of a sandbox${problem && `: ${problem}`}; ${OTHER_ADDRESS}`;
}

/** Returns in one line why a sandbox did not do what a command asked for, and what to do next. */
export function sandboxProblem(error: unknown): string {
  if (error instanceof UnexpectedAnswer) return refusalOf(error);
  // Node's client parses what should be JSON; and what the answer lacks shows when it is read.
  const isForeign = error instanceof SyntaxError || (error instanceof TypeError && error.cause === undefined);
  if (isForeign) return foreignAnswer();
  return `${reasonOf(error)}${wayOut(error instanceof Error ? error.cause : undefined, OTHER_ADDRESS)}`;
}

function refusalOf({ method, path, status, body }: UnexpectedAnswer): string {
  const { detail, code, message }: { detail?: unknown; code?: unknown; message?: unknown } = Object(body);
  const sentence = detail ?? message;
  if (typeof sentence !== "string")
    return `${method} ${path} was answered with ${status}, but not by a sandbox; ${OTHER_ADDRESS}`;
  if (code === UNKNOWN_PATH) return `${sentence} The address has a path too many; ${OTHER_ADDRESS}`;
  const flag = code === "ADMIN_REQUIRED" ? " Give it with --admin-token (SALDO_ADMIN_TOKEN)." : "";
  return `${sentence}${flag} (${[status, code].filter(Boolean).join(" ")})`;
}

/** Returns what to do where nothing answers, behind the reason; `otherAddress` says how to give another address. */
export function wayOut(cause: unknown, otherAddress: string): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ECONNREFUSED") return `. Nothing listens there: start a sandbox with npm start, or ${otherAddress}`;
  return code === "ENOTFOUND" || code === "EAI_AGAIN" ? `. No address is known for this name; ${otherAddress}` : "";
}
