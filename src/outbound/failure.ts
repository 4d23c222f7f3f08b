import { createRequire } from "node:module";
import type { AttemptFailure } from "../domain/attempt.ts";
import { shortened } from "../domain/shortened.ts";

const require = createRequire(import.meta.url);

/** Returns the HTTP client, loaded with the first attempt: its hundred files are a tenth of what startup would load. */
export function undici(): typeof import("undici") {
  return require("undici");
}

/** Why an attempt failed: the kind, and a sentence for the log. */
export interface Failure {
  readonly failure: AttemptFailure;
  readonly error: string;
}

/** An error of a known kind. Its message is a complete sentence. */
export class AttemptError extends Error {
  readonly failure: AttemptFailure;

  constructor(failure: AttemptFailure, sentence: string) {
    super(sentence);
    this.name = "AttemptError";
    this.failure = failure;
  }
}

/**
 * Returns what a network error means. `receiver` is its name in logs. `answering` says that the response headers had
 * arrived, so the error is about the body. Unknown errors count as unreachable.
 */
export function failureOf(error: unknown, receiver: string, answering: boolean): Failure {
  if (error instanceof AttemptError) return { failure: error.failure, error: error.message };
  const causes = causesOf(error);
  const kinds = new Set(causes.map((cause) => kindOf(cause, answering)));
  const [, failure] = kindByCode.find(([, kind]) => kinds.has(kind)) ?? [null, "UNREACHABLE" as const];
  const details = [...new Set(causes.map(detailOf))].join("; ");
  return { failure, error: `${sentences[failure](receiver, answering)} (${details}).` };
}

/** A name with several addresses fails at each of them, which gives a list of errors. */
function causesOf(error: unknown): unknown[] {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(causesOf);
  if (error instanceof Error && error.cause instanceof AggregateError) return causesOf(error.cause);
  return [error];
}

type NetworkFailure = Exclude<AttemptFailure, "STATUS" | "ADDRESS_REFUSED" | "NO_ROUTE">;

/**
 * From the most telling kind to the vaguest. If several addresses failed, the one that got furthest tells most: a host
 * without IPv6 is merely unreachable there. The library asserts, instead of checking, that 101 comes with its header.
 */
const kindByCode: readonly (readonly [RegExp, NetworkFailure])[] = [
  [/^(EPROTO$|HOSTNAME_|DEPTH_ZERO_|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|CRL_)/, "TLS"],
  [/^(ERROR_IN_(CERT|CRL)_|INVALID_(CA|PURPOSE)$)/, "TLS"],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)$/, "CONNECTION_RESET"],
  [/^(UND_ERR_HEADERS_OVERFLOW|ERR_ASSERTION)$/, "ANSWER_INVALID"],
  [/^ECONNREFUSED$/, "CONNECTION_REFUSED"],
  [/^ETIMEDOUT$/, "TIMEOUT"],
  [/^(ENOTFOUND$|EAI_|EDNS|ENODATA$|ESERVFAIL$|ENONAME$|EBADNAME$|EBADRESP$)/, "DNS"],
];

function kindOf(error: unknown, answering: boolean): NetworkFailure {
  const code = codeOf(error);
  // An unexpected interim response such as 100 or 101 ends the connection like this.
  if (code === "UND_ERR_SOCKET" && /^bad /.test(messageOf(error))) return "ANSWER_INVALID";
  // Before the headers are complete this means an unreadable header, not a short body.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return answering ? "CONNECTION_RESET" : "ANSWER_INVALID";
  // The parser reached the end of the connection too early. Some of its codes are missing, so the message decides.
  if (error instanceof undici().errors.HTTPParserError)
    return /EOF/.test(error.message) ? "CONNECTION_RESET" : "ANSWER_INVALID";
  return kindByCode.find(([pattern]) => pattern.test(code))?.[1] ?? "UNREACHABLE";
}

const sentences: Readonly<Record<NetworkFailure, (receiver: string, answering: boolean) => string>> = {
  TIMEOUT: (receiver) => `${receiver} did not react in time`,
  CONNECTION_REFUSED: (receiver) => `Nothing listens at ${receiver}: the connection was refused`,
  CONNECTION_RESET: (receiver, answering) =>
    `${receiver} ended the connection ${answering ? "in the middle of its answer" : "without a whole answer"}`,
  UNREACHABLE: (receiver) => `${receiver} cannot be reached`,
  DNS: (receiver) => `The host name of ${receiver} does not resolve`,
  TLS: (receiver) => `No secure connection could be agreed on with ${receiver}`,
  ANSWER_INVALID: (receiver) => `What ${receiver} sent back is not an answer of HTTP/1.1`,
};

/** Returns the code and the library's message, on one line. */
function detailOf(error: unknown): string {
  const code = codeOf(error);
  const [line = ""] = messageOf(error).trim().split("\n");
  const told = shortened(line, 200).replace(/\.$/, "");
  return code === "" || told.includes(code) ? told : `${code}: ${told}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
