import type { AttemptMeasurement } from "../../domain/attempt.ts";
import type { CommandOf } from "../../domain/command.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { Instant } from "../../domain/instant.ts";
import type { AttemptReport } from "../../outbound/courier.ts";
import type { WebhookRequest } from "../../outbound/webhook-request.ts";

/** What the attempts that begin together have in common. */
export interface AttemptTerms extends Pick<WebhookRequest, "worldId" | "routes" | "webhookUrls" | "timeoutMs"> {
  readonly epoch: number;
  readonly attemptedAt: Instant;
  /** The time in X-Webhook-Timestamp; null means the machine's time. */
  readonly sentAt: Instant | null;
}

/** An attempt that is under way, or waits only for others of its wave. */
export interface BegunAttempt {
  readonly terms: AttemptTerms;
  readonly delivery: Pick<Delivery, "deliveryId" | "event" | "body" | "traceparent">;
  readonly number: number;
  readonly url: string;
  readonly secret: string;
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

/** Returns the request of an attempt that is sent now. */
export function requestOf({ terms, delivery, url, secret }: BegunAttempt, sentAt: Instant): WebhookRequest {
  const { worldId, routes, webhookUrls, timeoutMs } = terms;
  const { deliveryId, event, body, traceparent } = delivery;
  return { worldId, deliveryId, event, body, secret, sentAt, traceparent, url, routes, webhookUrls, timeoutMs };
}

/** Returns what is to be recorded of an attempt. */
export function endedOf(
  { terms, delivery, number, url }: BegunAttempt,
  sentAt: Instant,
  report: AttemptReport,
): EndedAttempt {
  const { epoch, attemptedAt } = terms;
  const { deliveryId } = delivery;
  const { httpStatus, failure, error, durationMs, responseBody } = report;
  return {
    command: { type: "record-attempt", deliveryId, number, epoch, attemptedAt, url, httpStatus, failure },
    measured: { sentAt, error, durationMs, responseBody },
  };
}
