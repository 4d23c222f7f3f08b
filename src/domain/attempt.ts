import type { Instant } from "./instant.ts";

/** Interface: "Delivery attempts". */
export const deliveryMaxAttempts = 5;
const firstBackoffMs = 5_000;

/** How an attempt can fail; each kind can be told from the others in the log. */
export const attemptFailures = [
  /** The receiver answered, but not with 200-299; redirects among them, which are never followed. */
  "STATUS",
  /** No whole answer within the time that an attempt has. */
  "TIMEOUT",
  /** Nobody listens there. */
  "CONNECTION_REFUSED",
  /** The connection ended before the answer did. */
  "CONNECTION_RESET",
  /** No way to the host. */
  "UNREACHABLE",
  /** The host's name does not resolve. */
  "DNS",
  /** No secure connection could be agreed on. */
  "TLS",
  /** The name leads to an address that the URL policy refuses; it was never connected to. */
  "ADDRESS_REFUSED",
  /** This sandbox connects to routes only, and the host has none. */
  "NO_ROUTE",
  /** What came back is no answer of HTTP, or one without an end in sight. */
  "ANSWER_INVALID",
] as const;
export type AttemptFailure = (typeof attemptFailures)[number];

/** What the outside world did with an attempt. */
export interface AttemptResult {
  /** Null when there was no answer. */
  readonly httpStatus: number | null;
  /** Null when the receiver acknowledged. */
  readonly failure: AttemptFailure | null;
}

/**
 * What was measured in the real world when an attempt was made. Kept beside the facts; no decision reads it. The sentence
 * belongs here, too: the words of operating systems and libraries are no facts of a world.
 */
export interface AttemptMeasurement {
  /** What the header X-Webhook-Timestamp said. */
  readonly sentAt: Instant;
  readonly durationMs: number;
  /** The failure in a sentence; null without one. */
  readonly error: string | null;
  /** The beginning of the answer's body; null when there was none. */
  readonly responseBody: string | null;
}

/** Whatever was measured in the real world when a fact became true. */
export interface Measured {
  readonly attempt?: AttemptMeasurement | undefined;
}

/** An attempt that has ended. */
export interface Attempt extends AttemptResult, AttemptMeasurement {
  /** 1 for the delivery's first. */
  readonly number: number;
  /** When it began. */
  readonly attemptedAt: Instant;
  /** Where the webhook pointed then. */
  readonly url: string;
}

/** How long to wait after a failed attempt: 5, 10, 20, 40 seconds after the first to the fourth. */
export function backoffMs(number: number): number {
  return firstBackoffMs * 2 ** (number - 1);
}
