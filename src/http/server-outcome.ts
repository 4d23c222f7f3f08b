import type { FastifyError } from "fastify";
import { ClockBusy, Unavailable } from "../engine/unavailable.ts";
import type { OutcomeShapes, View } from "../spec/renderer.ts";
import { Refused } from "./refused.ts";

/** The largest request body. The interface's own are below one kilobyte; an inline fixture may be larger. */
export const bodyLimitBytes = 256 * 1024;

/** The outcomes that the server gives on its own account; either document renders them from its `x-responses`. */
export const serverShapes: OutcomeShapes = {
  "request-malformed": { problems: [{ at: true, message: true }] },
  unauthorized: {},
  "route-unknown": {},
  "method-not-allowed": { allowed: true },
  "body-too-large": { limitBytes: true },
  "media-type-unsupported": {},
  "headers-too-large": {},
  "internal-error": {},
  "not-built": {},
  unavailable: {},
};

type ServerView = View & { message: string };

export function malformed(problems: readonly { at: string; message: string }[]): ServerView & { problems: unknown } {
  const message = problems.map((problem) =>
    problem.at === "" ? problem.message : `${problem.at}: ${problem.message}`,
  );
  return { type: "request-malformed", problems, message: message.join("; ") };
}

export function routeUnknown(method: string, path: string): ServerView {
  return { type: "route-unknown", message: `There is no ${method} ${path.slice(0, 200)}; see /openapi.json.` };
}

export function methodNotAllowed(
  method: string,
  allowed: readonly string[],
): ServerView & { allowed: readonly string[] } {
  const message = `${method} is not possible here; allowed: ${allowed.join(", ")}.`;
  return { type: "method-not-allowed", allowed, message };
}

/** What to answer when a request ended in an error. Anything unforeseen is an internal error and tells nothing more. */
export function viewOfError(error: unknown): View {
  if (error instanceof Refused) return error.view;
  if (error instanceof ClockBusy) return message("clock-busy", error.message);
  if (error instanceof Unavailable) return message("unavailable", error.message);
  return viewOfFastifyError(error instanceof Error && "code" in error ? String(error.code) : "");
}

function viewOfFastifyError(code: FastifyError["code"]): View {
  switch (code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_INVALID_CONTENT_TYPE":
      return message("media-type-unsupported", "Send the body as application/json.");
    case "FST_ERR_CTP_BODY_TOO_LARGE": {
      const tooLarge = message("body-too-large", `The body is larger than ${bodyLimitBytes} bytes.`);
      return { ...tooLarge, ...{ limitBytes: bodyLimitBytes } };
    }
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return malformed([{ at: "body", message: "its length is not the one that Content-Length says" }]);
    case "FST_ERR_BAD_URL":
      return malformed([{ at: "path", message: "it is not a valid URL path" }]);
    default:
      return message("internal-error", "The sandbox failed to answer; this is a bug of Saldo.");
  }
}

function message(type: string, text: string): ServerView {
  return { type, message: text };
}
