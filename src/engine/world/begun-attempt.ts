import type { AttemptMeasurement } from "../../domain/attempt.ts";
import type { CommandOf } from "../../domain/command.ts";
import type { Instant } from "../../domain/instant.ts";
import type { AttemptReport } from "../../outbound/courier.ts";
import type { WebhookRequest } from "../../outbound/webhook-request.ts";

/** An attempt that is under way, or waits only for others of its wave. */
export interface BegunAttempt {
  /** What is sent, but for the time of sending. */
  readonly request: Omit<WebhookRequest, "sentAt">;
  /** The time in X-Webhook-Timestamp; null means the machine's time. */
  readonly sentAt: Instant | null;
  readonly number: number;
  readonly epoch: number;
  readonly attemptedAt: Instant;
  /** Whether a fault makes the request arrive twice. */
  readonly twice: boolean;
  /** Null until it has ended, and if nothing is to be recorded. */
  ended: EndedAttempt | null;
}

/** The command that records how an attempt ended, and what was measured. */
export interface EndedAttempt {
  readonly command: CommandOf<"record-attempt">;
  readonly measured: AttemptMeasurement;
}

/** Returns what is to be recorded of an attempt. */
export function endedOf(
  { request: { deliveryId, url }, number, epoch, attemptedAt }: BegunAttempt,
  sentAt: Instant,
  { httpStatus, failure, error, durationMs, responseBody }: AttemptReport,
): EndedAttempt {
  return {
    command: { type: "record-attempt", deliveryId, number, epoch, attemptedAt, url, httpStatus, failure },
    measured: { sentAt, error, durationMs, responseBody },
  };
}
