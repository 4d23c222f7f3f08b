import type { Logger } from "pino";
import type { RecordedAttempt } from "../../engine/world/recorded-attempt.ts";
import { LineLimit } from "./line-limit.ts";
import { attemptLine } from "./terminal-log.ts";

type Kind = "delivered" | "failed" | "deactivated";

const MESSAGES: Readonly<Record<Kind, string>> = {
  delivered: "webhook attempt succeeded",
  failed: "webhook attempt failed",
  deactivated: "webhook attempt failed and deactivated the webhook",
};

const LEFT_OUT = "more of these in the next 10 s are not logged; GET /sandbox/deliveries lists all";

/**
 * Returns what logs how attempts to deliver have ended: a line each on a terminal, elsewhere JSON, where a success is for
 * debugging only. Only the origin of the webhook's URL is logged, because its path and query often have a secret in them.
 */
export function attemptLog(
  logger: Logger,
  isTerminal: boolean,
  writeLine: (line: string) => void = console.log,
  nowMs: () => number = performance.now.bind(performance),
): (attempt: RecordedAttempt) => void {
  const limit = new LineLimit(nowMs);
  return (attempt) => {
    const kind = kindOf(attempt);
    const level = kind !== "delivered" ? "warn" : isTerminal ? "info" : "debug";
    if (!logger.isLevelEnabled(level)) return;
    const room = limit.take(`${attempt.worldId} ${kind}`);
    if (room === "no") return;
    const rest = room === "last" ? LEFT_OUT : null;
    const url = originOf(attempt.url);
    if (isTerminal) writeLine(attemptLine({ ...attempt, url }, rest));
    else logger[level](fieldsOf({ ...attempt, url }), rest === null ? MESSAGES[kind] : `${MESSAGES[kind]}; ${rest}`);
  };
}

function kindOf({ failure, deactivated }: RecordedAttempt): Kind {
  if (failure === null) return "delivered";
  return deactivated ? "deactivated" : "failed";
}

/** Returns scheme, host and port, without control characters, which the parser of URLs encodes. */
function originOf(url: string): string {
  return (URL.parse(url)?.origin ?? "an unreadable URL").slice(0, 300);
}

function fieldsOf({ at, number, nextAttemptAt, ...rest }: RecordedAttempt): object {
  const next = nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString();
  return { ...rest, worldAt: new Date(at).toISOString(), attempt: number, nextAttemptAt: next };
}
