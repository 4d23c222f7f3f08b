import { styleText } from "node:util";
import type { RecordedAttempt } from "../../engine/world/recorded-attempt.ts";
import type { RequestEntry } from "../../http/request/request-log.ts";
import { harmless, oneLine } from "../../report/printed-text.ts";

/** Returns a line for a request: the world's time, the request, its result. */
export function terminalLine({
  method,
  path,
  status,
  outcome,
  reason,
  fault,
  worldAt,
  durationMs,
}: RequestEntry): string {
  const time = worldAt === null ? "-".padEnd(24) : new Date(worldAt).toISOString();
  const colour = status === null || status >= 500 ? "red" : status < 400 ? "green" : "yellow";
  const end = [status ?? "no answer", outcome, reason, fault === null ? null : `(fault: ${fault})`];
  const result = styleText(colour, oneLine(end.filter((word) => word !== null).join(" ")));
  return `${styleText("dim", time)}  ${oneLine(method).padEnd(6)} ${oneLine(path)}  ${result}  ${styleText("dim", `${durationMs.toFixed(1)} ms`)}`;
}

/** Returns a line for an attempt to deliver, and below it `more`. */
export function attemptLine(attempt: RecordedAttempt, more: string | null): string {
  const { at, event, url, httpStatus, failure, durationMs } = attempt;
  const end = failure === null || failure === "STATUS" ? `${httpStatus}` : failure;
  const result = failure === null ? styleText("green", end) : styleText("red", `${end}, ${whatFollows(attempt)}`);
  const line = `${styleText("dim", new Date(at).toISOString())}  → ${oneLine(`${event}  ${url}`)}  ${result}  ${styleText("dim", `${durationMs} ms`)}`;
  return more === null ? line : `${line}\n${styleText("dim", harmless(more))}`;
}

function whatFollows({ number, maxAttempts, webhookId, nextAttemptAt, deactivated }: RecordedAttempt): string {
  const attempt = `attempt ${number} of ${maxAttempts}`;
  if (deactivated) return `${attempt}, ${webhookId} is deactivated`;
  return nextAttemptAt === null
    ? `${attempt}, not repeated`
    : `${attempt}, next at ${new Date(nextAttemptAt).toISOString()}`;
}
