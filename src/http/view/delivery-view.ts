import type { Attempt } from "../../domain/attempt.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { webhookSecret } from "../../domain/webhook.ts";
import { existing, type World } from "../../domain/world.ts";
import { webhookHeaders } from "../../outbound/webhook-request.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

const attemptShape = {
  number: true,
  at: true,
  url: true,
  headers: true,
  outcome: true,
  httpStatus: true,
  durationMs: true,
  failure: true,
  error: true,
  responseBody: true,
} as const satisfies Partial<Record<keyof ReturnType<typeof attemptView>, true>>;
export const deliveryShape = {
  deliveryId: true,
  webhookId: true,
  event: true,
  url: true,
  body: true,
  state: true,
  fault: true,
  createdAt: true,
  nextAttemptAt: true,
  attempts: [attemptShape],
} as const;
export const logEntryShape = {
  deliveryId: true,
  event: true,
  attempt: true,
  outcome: true,
  httpStatus: true,
  durationMs: true,
  error: true,
  at: true,
} as const satisfies ShapeOf<ReturnType<typeof logView>[number]>;

/** A delivery with everything that was sent. `url` is where the next attempt would go. */
export function deliveryView(world: Readonly<World>, delivery: Delivery) {
  const { webhookId, fault = null, createdAt, attemptDue, attempts } = delivery;
  const secret = webhookSecret(world.seed, webhookId);
  return {
    ...delivery,
    url: existing(world.webhooks, webhookId).url,
    fault,
    createdAt: isoInstant(createdAt),
    nextAttemptAt: isoInstantOrNull(attemptDue?.at ?? null),
    attempts: attempts.map((attempt) => attemptView(attempt, delivery, secret)),
  };
}

function attemptView(attempt: Attempt, { deliveryId, event, body, traceparent }: Delivery, secret: string) {
  // The headers are derived again instead of kept for every attempt.
  const headers = webhookHeaders({ deliveryId, event, body, traceparent, secret, sentAt: attempt.sentAt });
  return { ...attempt, at: isoInstant(attempt.attemptedAt), headers, outcome: outcomeOf(attempt) };
}

/** The entries of a webhook's log (interface: "Delivery log entry"), in the order in which they ended. */
export function logView(
  world: Readonly<World>,
  log: readonly { readonly deliveryId: string; readonly number: number }[],
) {
  return log.map(({ deliveryId, number }) => {
    const { event, attempts } = existing(world.deliveries, deliveryId);
    const attempt = attempts[number - 1];
    if (attempt === undefined) throw new Error(`${deliveryId} has no attempt ${number}`);
    const { httpStatus, durationMs, error, attemptedAt } = attempt;
    const outcome = outcomeOf(attempt);
    return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs, error, at: isoInstant(attemptedAt) };
  });
}

function outcomeOf({ failure }: Attempt): "SUCCESS" | "FAILURE" {
  return failure === null ? "SUCCESS" : "FAILURE";
}
