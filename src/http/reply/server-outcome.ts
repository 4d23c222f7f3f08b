import type { FastifyError } from "fastify";
import {
  ClockBusy,
  OwnedElsewhere,
  Unavailable,
  Undecided,
  Unwritten,
  WorldDeleted,
} from "../../engine/unavailable.ts";
import { type Problem, shortProblems, tellProblems } from "../../spec/problem.ts";
import type { OutcomeShapes, View } from "../../spec/renderer.ts";

/** The default limit of request bodies. Those of the simulated interface are below 1 KiB. */
export const MAX_BODY_BYTES = 256 * 1024;

/** The outcomes that belong to no operation. Both documents describe them under `x-responses`. */
export const serverShapes: OutcomeShapes = {
  "request-malformed": { problems: [{ at: true, message: true }] },
  unauthorized: {},
  "route-unknown": {},
  "method-not-allowed": { allowed: [true] },
  "request-timeout": {},
  "body-too-large": { limitBytes: true },
  "media-type-unsupported": {},
  "host-not-allowed": {},
  misdirected: {},
  "headers-too-large": {},
  "internal-error": {},
  "outcome-unknown": {},
  unavailable: {},
};

/** The same for documents that refuse web pages of other origins. */
export const guardedShapes: OutcomeShapes = { ...serverShapes, "origin-not-allowed": {} };

/** Ends a request with an outcome of the server, before or instead of the handler. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly view: View;
  readonly headers: Readonly<Record<string, string>>;

  constructor(view: View & { message: string }, headers: Readonly<Record<string, string>> = {}) {
    super(view.message);
    this.view = view;
    this.headers = headers;
  }
}

type ServerView = View & { message: string };

export function malformed(problems: readonly Problem[]): ServerView & { problems: unknown } {
  const short = shortProblems(problems);
  return { type: "request-malformed", problems: short, message: tellProblems(short) };
}

/** Returns the path of a request target. The query is never repeated, as it may have a key in it. */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/, "");
}

/** `meant`: method and path of what was perhaps meant. */
export function routeUnknown(method: string, path: string, meant: string | null, documentPath: string): ServerView {
  const question = meant === null ? "" : ` Did you mean ${meant}?`;
  // The server has it only when it is told so.
  const off = path === "/metrics" ? " Start Saldo with --metrics on (SALDO_METRICS) to get it." : "";
  const text = `There is no ${method} ${path.slice(0, 200)}.${question}${off} All paths are in ${documentPath}.`;
  return { type: "route-unknown", message: text };
}

export function methodNotAllowed(
  method: string,
  allowed: readonly string[],
): ServerView & { allowed: readonly string[] } {
  const message = `${method} is not possible here; allowed: ${allowed.join(", ")}.`;
  return { type: "method-not-allowed", allowed, message };
}

/** `name`: a valid host name, so it is short and safe to show. */
export function hostNotAllowed(name: string): ServerView {
  const text = `This sandbox does not answer to the host "${name}". Allowed are IP addresses, names without a dot, *.localhost, *.local, *.internal, and the names in SALDO_HOSTS. If this name is yours, start Saldo with SALDO_HOSTS=${name} or --hosts ${name}.`;
  return message("host-not-allowed", text);
}

export const originNotAllowed = message(
  "origin-not-allowed",
  "A web page of another origin cannot use the control plane. Send the request from a server, a test or a terminal. If a proxy stands in front of Saldo, let it pass on the Host header of the browser.",
);

/**
 * Returns the response to a request that ended in an error. An unexpected error becomes an internal error without
 * details. `limitBytes`: the body limit of the operation. `onlyReads`: whether the request would have changed nothing.
 */
export function viewOfError(error: unknown, limitBytes = MAX_BODY_BYTES, onlyReads = false): View {
  if (error instanceof Refused) return error.view;
  if (error instanceof WorldDeleted)
    return message("unauthorized", "The X-API-KEY is not known: its world was deleted.");
  if (error instanceof Unwritten && onlyReads) return message("unavailable", storeIsSilent);
  if (error instanceof Undecided) return undecided;
  if (error instanceof ClockBusy) return message("clock-busy", error.message);
  if (error instanceof OwnedElsewhere) return notFound;
  if (error instanceof Unavailable) return message("unavailable", error.message);
  if (error instanceof Error) return viewOfFastifyError(error, limitBytes);
  return internalError;
}

function viewOfFastifyError({ code, statusCode }: Partial<FastifyError>, limitBytes: number): View {
  switch (code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_INVALID_CONTENT_TYPE":
      return mediaTypeUnsupported;
    case "FST_ERR_CTP_BODY_TOO_LARGE": {
      const tooLarge = message("body-too-large", `The body is larger than ${limitBytes} bytes.`);
      return { ...tooLarge, ...{ limitBytes } };
    }
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return malformed([{ at: "body", message: "its length is not the one that Content-Length says" }]);
    case "FST_ERR_BAD_URL":
      return malformed([{ at: "path", message: "it is not valid: % begins two hexadecimal digits of valid UTF-8" }]);
    default:
      // Other client errors that Fastify reports, such as a connection that ends within a body.
      if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
        return malformed([{ at: "request", message: "it is not complete, or cannot be read" }]);
      }
      return internalError;
  }
}

/** Another process got a request for a world that it does not have, or that was marked for a third one. */
export const misdirected = message(
  "misdirected",
  "This process does not have the world that the request is for. Send the request without the header Saldo-Passed-On.",
);

export const outcomeUnknown = message(
  "outcome-unknown",
  "The connection to the process that has this world broke, so the request may have been done. Read the world before you send it again.",
);

const undecided = message(
  "outcome-unknown",
  "The store did not say whether it has kept the request, so it may have been done. Read the world before you send it again.",
);

/** The world of a request moves from one process to another. */
export const notFound = message(
  "unavailable",
  "The process that has this world cannot be reached now. Nothing was done; try again.",
);

export const mediaTypeUnsupported = message("media-type-unsupported", "Send the body as application/json.");

const storeIsSilent =
  "The store does not answer, or a disk is full, so what would be read may not last. Nothing was changed; try again.";

const internalError = message("internal-error", "The sandbox failed to answer; this is a bug of Saldo.");

/** Reading a large body is expensive, so only known callers may send one. */
export function tooLargeFromStranger(): ServerView & { limitBytes: number } {
  const text = `Without a known API key the body is limited to ${MAX_BODY_BYTES} bytes; send the X-API-KEY of any company of this sandbox to make a world of a larger one.`;
  return { ...message("body-too-large", text), limitBytes: MAX_BODY_BYTES };
}

/** Returns the response to a request that the HTTP parser rejected, by its error code. */
export function viewOfParserError(code: string | undefined): ServerView {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return message("headers-too-large", "The headers are larger than 16 KiB together.");
    case "HPE_INVALID_METHOD":
      return malformed([{ at: "request", message: "its method is not one that HTTP knows, such as GET or POST" }]);
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return message("request-timeout", "The request did not arrive in time. Send it again, without pauses.");
    default:
      return malformed([{ at: "request", message: "it is not valid HTTP/1.1" }]);
  }
}

function message(type: string, text: string): ServerView {
  return { type, message: text };
}
