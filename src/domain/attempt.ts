import type { Instant } from "./instant.ts";

/** Interface: "Delivery attempts". */
export const deliveryMaxAttempts = 5;
const firstBackoffMs = 5_000;

export type AttemptFailure =
  /** The response status was not 200-299. Redirects are not followed. */
  | "STATUS"
  /** No complete response in time. */
  | "TIMEOUT"
  /** Nothing listens there. */
  | "CONNECTION_REFUSED"
  /** The connection ended before the response was complete. */
  | "CONNECTION_RESET"
  /** No network route to the host. */
  | "UNREACHABLE"
  /** The host's name does not resolve. */
  | "DNS"
  | "TLS"
  /** The URL policy refuses the address of the host; no connection was made. */
  | "ADDRESS_REFUSED"
  /** This sandbox connects to routes only, and the host has no route. */
  | "NO_ROUTE"
  /** The response was not valid HTTP, or too long. */
  | "ANSWER_INVALID";

export interface AttemptResult {
  /** Null if there was no response. */
  readonly httpStatus: number | null;
  /** Null if the receiver acknowledged the delivery. */
  readonly failure: AttemptFailure | null;
}

/**
 * What was measured during an attempt. It is stored beside the event and no decision reads it. The error text is part
 * of it because operating systems and libraries word it differently.
 */
export interface AttemptMeasurement {
  /** The value of the header X-Webhook-Timestamp. */
  readonly sentAt: Instant;
  readonly durationMs: number;
  /** The failure in a sentence, or null. */
  readonly error: string | null;
  /** The beginning of the response body, or null. */
  readonly responseBody: string | null;
}

/** What was measured in the real world with an event. */
export interface Measured {
  readonly attempt?: AttemptMeasurement | undefined;
  /** The `traceparent` of the call that the event comes from. The webhook attempts that it causes carry it. */
  readonly traceparent?: string | undefined;
}

/** A finished attempt. */
export interface Attempt extends AttemptResult, AttemptMeasurement {
  /** 1 for the first attempt of the delivery. */
  readonly number: number;
  readonly attemptedAt: Instant;
  /** The webhook's URL at that time. */
  readonly url: string;
}

/** Returns the wait after a failed attempt: 5, 10, 20 and 40 seconds after the first to the fourth. */
export function backoffMs(number: number): number {
  return firstBackoffMs * 2 ** (number - 1);
}
