import type { Attempt } from "../../domain/attempt.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { SavedWebhook } from "../../domain/saved-world.ts";
import { webhookUrlRefusal } from "../../domain/webhook-url.ts";
import { type Flaw, type Inspection, notAfter } from "./inspection.ts";

export function* webhookFlaws(webhook: SavedWebhook, { world, deliveries }: Inspection): Iterable<Flaw> {
  const { url, active, deactivatedAt, deleted, log } = webhook;
  yield* notAfter(world.at, webhook, "createdAt", "deactivatedAt");
  // It may have been made while more was allowed than now; what nobody could post to never was.
  const refusal = webhookUrlRefusal(url, "any");
  if (refusal !== null) yield [["url"], `url is not possible: ${refusal.reason}`];
  if (active && deleted) yield [["active"], "active must be false, as this webhook is deleted"];
  else if (active !== (deactivatedAt === null)) {
    const rule = active ? "must be null, as this webhook is active" : "must not be null, as this webhook is not active";
    yield [["deactivatedAt"], `deactivatedAt ${rule}`];
  }
  const logged = new Map<string, number>();
  for (const [i, { deliveryId, number }] of log.entries()) {
    const next = (logged.get(deliveryId) ?? 0) + 1;
    const ended = deliveries.get(deliveryId)?.attempts.length ?? 0;
    if (number !== next || number > ended) {
      yield [
        ["log", i, "number"],
        `number does not fit: ${deliveryId} has ${ended} attempts, and ${next - 1} in the log before this one`,
      ];
      return;
    }
    logged.set(deliveryId, next);
  }
}

export function* deliveryFlaws(delivery: Delivery, { world, webhooks }: Inspection): Iterable<Flaw> {
  const { webhookId, state, attemptDue, attempts, createdAt } = delivery;
  yield* notAfter(world.at, delivery, "createdAt");
  if ((state === "PENDING") !== (attemptDue !== null)) {
    const rule = state === "PENDING" ? "must not be null" : "must be null";
    yield [["attemptDue"], `attemptDue ${rule}, as this delivery is ${state}`];
  } else if (attemptDue !== null && attemptDue.at < createdAt) {
    yield [["attemptDue", "at"], "at is before createdAt"];
  }
  if (delivery.heldBack && (delivery.fault !== "reorder-deliveries" || state !== "PENDING" || attempts.length > 0)) {
    const rule = "only before its first attempt is a delivery that reorder-deliveries has struck held back";
    yield [["heldBack"], `heldBack must be false: ${rule}`];
  }
  if (state === "PENDING" && webhooks.get(webhookId)?.active === false) {
    yield [["state"], "state is PENDING, but its webhook is not active"];
  }
  const last = attempts.at(-1);
  const wantsFailure = state === "FAILED";
  if ((wantsFailure || state === "DELIVERED") && (last === undefined || (last.failure !== null) !== wantsFailure)) {
    yield [["state"], `state is ${state}, but no such attempt is the last`];
  }
  for (const [i, attempt] of attempts.entries()) {
    for (const [path, message] of attemptFlaws(attempt, i + 1, delivery, world.at))
      yield [["attempts", i, ...path], message];
  }
}

function* attemptFlaws(attempt: Attempt, number: number, { createdAt }: Delivery, at: number): Iterable<Flaw> {
  const { attemptedAt, httpStatus, failure } = attempt;
  yield* notAfter(at, attempt, "attemptedAt");
  if (attempt.number !== number) yield [["number"], `number must be ${number}: attempts are counted from 1`];
  if (attemptedAt < createdAt) yield [["attemptedAt"], "attemptedAt is before the delivery's createdAt"];
  const isAcknowledged = httpStatus !== null && httpStatus >= 200 && httpStatus <= 299;
  if (failure === null && !isAcknowledged) yield [["httpStatus"], "httpStatus must be 200-299, as failure is null"];
  if (failure === "STATUS" && (isAcknowledged || httpStatus === null)) {
    yield [["httpStatus"], "httpStatus must be other than 200-299, as failure is STATUS"];
  }
}

/** Every attempt stands in the log of its webhook; that what stands there fits was looked at before. */
export function inspectLogs(inspection: Inspection): void {
  const logged = new Map<string, number>();
  for (const { log } of inspection.world.webhooks) {
    for (const { deliveryId, number } of log) logged.set(deliveryId, number);
  }
  inspection.each("deliveries", function* ({ deliveryId, webhookId, attempts }) {
    const count = logged.get(deliveryId) ?? 0;
    if (count < attempts.length) {
      yield [["attempts"], `attempts has ${attempts.length}, and the log of ${webhookId} has ${count} of them`];
    }
  });
}
