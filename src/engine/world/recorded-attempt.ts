import { type AttemptFailure, deliveryMaxAttempts } from "../../domain/attempt.ts";
import type { Instant } from "../../domain/instant.ts";
import { must } from "../../domain/world.ts";
import type { WorldId } from "../../store/world-store.ts";
import type { EndedAttempt } from "./dispatcher.ts";
import type { Transaction } from "./moment.ts";

/** An attempt to deliver a webhook request whose end is a fact: for logs. */
export interface RecordedAttempt {
  readonly worldId: WorldId;
  /** When its end was recorded, by the world's clock. */
  readonly at: Instant;
  readonly webhookId: string;
  readonly deliveryId: string;
  /** The event's name. */
  readonly event: string;
  /** Where the webhook points. It may have secrets in its path and query. */
  readonly url: string;
  /** 1 for the delivery's first. */
  readonly number: number;
  readonly maxAttempts: number;
  /** Null when there was no answer. */
  readonly httpStatus: number | null;
  /** Null when the receiver acknowledged. */
  readonly failure: AttemptFailure | null;
  readonly durationMs: number;
  /** Null when this was the last one. */
  readonly nextAttemptAt: Instant | null;
  /** Whether this attempt deactivated the webhook. */
  readonly deactivated: boolean;
}

/** Records how an attempt has ended; null when that was not awaited any more, so that nothing has happened. */
export function recordAttempt(
  { run, world, at }: Transaction,
  worldId: WorldId,
  { command, measured }: EndedAttempt,
): RecordedAttempt | null {
  const { deliveryId, number, url, httpStatus, failure } = command;
  const outcome = run(command, { attempt: measured });
  if (outcome.type !== "attempt-recorded") return null;
  const { webhookId, event, once, state, attemptDue } = must(world.deliveries, deliveryId);
  return {
    ...{ worldId, at, webhookId, deliveryId, event, url },
    ...{ number, maxAttempts: once ? number : deliveryMaxAttempts, httpStatus, failure },
    durationMs: measured.durationMs,
    nextAttemptAt: attemptDue?.at ?? null,
    // A delivery that has used up its attempts deactivates its webhook.
    deactivated: state === "FAILED" && !once,
  };
}
