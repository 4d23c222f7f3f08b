import type { AttemptFailure, AttemptResult } from "../attempt.ts";
import type { CommandOf } from "../command.ts";
import { deriveDigits } from "../identity.ts";
import type { Instant } from "../instant.ts";
import { nextAttempt } from "../schedule.ts";
import { existing, type World } from "../world.ts";

/** What a receiver sees of an attempt. */
export interface SeenAttempt {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly event: string;
  readonly number: number;
  readonly at: Instant;
}

/** Acknowledged ("ok" is 200), answered with some status, or not answered at all. */
export type AttemptAnswer = "ok" | number | Exclude<AttemptFailure, "STATUS">;
export type SimulatedReceiver = (attempt: SeenAttempt) => AttemptAnswer;

/**
 * Makes the attempts that are due now, and answers with their results, in order. All of them are under way before the
 * first has ended, as they are when real receivers take their time.
 */
export function attemptsEnded(world: World, now: Instant, receiver: SimulatedReceiver): CommandOf<"record-attempt">[] {
  return begun(world, now).map((attempt) => recording(world.epoch, attempt, receiver(attempt)));
}

/** Fails by chance, though always the same for the same attempt: some receivers never, some often, some always. */
export const fickle: SimulatedReceiver = ({ deliveryId, webhookId, number }) => {
  const failureRate = [0, 45, 90, 100][Number(deriveDigits(1, webhookId, "temper")) % 4] ?? 0;
  if (Number(deriveDigits(2, deliveryId, "luck", number)) >= failureRate) return 204;
  return number % 2 === 0 ? "TIMEOUT" : 503;
};

interface BegunAttempt extends SeenAttempt {
  readonly url: string;
}

function begun(world: World, now: Instant): BegunAttempt[] {
  const attempts: BegunAttempt[] = [];
  for (let item = nextAttempt(world); item !== null && item.at <= now; item = nextAttempt(world)) {
    world.outbox.pop();
    const { deliveryId, webhookId, event, attempts: ended } = existing(world.deliveries, item.deliveryId);
    const { url } = existing(world.webhooks, webhookId);
    attempts.push({ deliveryId, webhookId, event, number: ended.length + 1, at: now, url });
  }
  return attempts;
}

function recording(
  epoch: number,
  { deliveryId, number, at: attemptedAt, url }: BegunAttempt,
  answer: AttemptAnswer,
): CommandOf<"record-attempt"> {
  return { type: "record-attempt", deliveryId, number, epoch, attemptedAt, url, ...resultOf(answer) };
}

/** What is recorded of an answer. */
export function resultOf(answer: AttemptAnswer): AttemptResult {
  if (typeof answer === "string" && answer !== "ok") {
    return { httpStatus: null, failure: answer };
  }
  const httpStatus = answer === "ok" ? 200 : answer;
  if (httpStatus >= 200 && httpStatus <= 299) return { httpStatus, failure: null };
  return { httpStatus, failure: "STATUS" };
}
