import { type AttemptFailure, deliveryMaxAttempts } from "../../domain/attempt.ts";
import type { WebhookFaultKind } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { existing } from "../../domain/world.ts";
import type { WorldId } from "../../store/world-store.ts";
import type { EndedAttempt } from "./begun-attempt.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Transaction } from "./moment.ts";

/** A delivery attempt whose end is recorded, for logs. */
export interface RecordedAttempt {
  readonly worldId: WorldId;
  /** When the end was recorded, by the world's clock. */
  readonly at: Instant;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly event: string;
  /** The webhook's URL. Its path and query may contain secrets. */
  readonly url: string;
  /** 1 for the first attempt of the delivery. */
  readonly number: number;
  readonly maxAttempts: number;
  /** Null when there was no answer. */
  readonly httpStatus: number | null;
  /** Null when the receiver acknowledged. */
  readonly failure: AttemptFailure | null;
  readonly durationMs: number;
  /** Null when this was the last one. */
  readonly nextAttemptAt: Instant | null;
  /** The fault that applies to the delivery, or null. */
  readonly fault: WebhookFaultKind | null;
  /** Whether this attempt deactivated the webhook. */
  readonly deactivated: boolean;
}

/** Records how attempts ended, but not those that the world no longer waits for. */
export function recordAttempts(
  transaction: Transaction,
  worldId: WorldId,
  ended: readonly EndedAttempt[],
  dispatcher: Dispatcher,
): RecordedAttempt[] {
  return ended.flatMap((one) => {
    const attempt = recordAttempt(transaction, worldId, one);
    dispatcher.hasEnded(one.command.deliveryId);
    return attempt === null ? [] : [attempt];
  });
}

function recordAttempt(
  { run, world, at }: Transaction,
  worldId: WorldId,
  { command, measured }: EndedAttempt,
): RecordedAttempt | null {
  const { deliveryId, number, url, httpStatus, failure } = command;
  const outcome = run(command, { attempt: measured });
  if (outcome.type !== "attempt-recorded") return null;
  const { webhookId, event, once, state, attemptDue, fault = null } = existing(world.deliveries, deliveryId);
  return {
    worldId,
    at,
    webhookId,
    deliveryId,
    event,
    url,
    number,
    maxAttempts: once ? number : deliveryMaxAttempts,
    httpStatus,
    failure,
    durationMs: measured.durationMs,
    nextAttemptAt: attemptDue?.at ?? null,
    fault,
    // A delivery that has used up its attempts deactivates its webhook.
    deactivated: state === "FAILED" && !once,
  };
}
