import type { Logger } from "pino";
import type { RecordedAttempt } from "../../engine/world/recorded-attempt.ts";
import { attemptLine } from "./terminal-log.ts";

type Kind = "delivered" | "failed" | "deactivated";

const MESSAGES: Readonly<Record<Kind, string>> = {
  delivered: "webhook attempt succeeded",
  failed: "webhook attempt failed",
  deactivated: "webhook attempt failed and deactivated the webhook",
};

const MAX_LINES = 20;
const WINDOW_MS = 10_000;
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

/** Limits the lines of a kind in ten seconds: an advance over a year can make 100,000 attempts. */
class LineLimit {
  readonly #nowMs: () => number;
  #endsAtMs = 0;
  #lines = new Map<string, number>();

  /** `nowMs`: a clock that never goes back. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns whether there is room for one more line: `last` when the next ones are left out. */
  take(kind: string): "yes" | "last" | "no" {
    const now = this.#nowMs();
    if (now >= this.#endsAtMs) {
      this.#endsAtMs = now + WINDOW_MS;
      this.#lines = new Map();
    }
    const lines = (this.#lines.get(kind) ?? 0) + 1;
    this.#lines.set(kind, lines);
    if (lines < MAX_LINES) return "yes";
    return lines === MAX_LINES ? "last" : "no";
  }
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
