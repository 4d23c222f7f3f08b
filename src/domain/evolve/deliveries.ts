import type { Attempt } from "../attempt.ts";
import { type Delivery, letGo } from "../delivery.ts";
import type { DeliveryEvent, NotificationEvent } from "../event.ts";
import type { DeliveryFault } from "../fault.ts";
import { scheduleAttempt } from "../schedule.ts";
import { addDelivery, existing } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

const noAttempts: readonly Attempt[] = [];

export const evolveDeliveries: Evolvers<(NotificationEvent | DeliveryEvent)["type"]> = {
  NotificationRaised(world, { companyId, name: event, body, deliveries }, createdAt, { traceparent }) {
    world.minted.notification += 1;
    for (const { deliveryId, webhookId, fault } of deliveries) {
      world.minted.delivery += 1;
      const delivery: Delivery = {
        deliveryId,
        webhookId,
        companyId,
        event,
        body,
        createdAt,
        state: "PENDING",
        once: event === "webhook.test",
        attemptDue: scheduleAttempt(world, deliveryId, fault?.firstAttemptAt ?? createdAt),
        attempts: noAttempts,
      };
      // A literal without spreads is smaller, and worlds have many deliveries.
      const isPlain = traceparent === undefined && fault === undefined;
      addDelivery(world, isPlain ? delivery : { ...delivery, ...rareFields(traceparent, fault) });
    }
  },
  AttemptRecorded(world, event, _at, { attempt: measured }) {
    const { deliveryId, number, attemptedAt, url, httpStatus, failure, nextAttemptAt } = event;
    const { sentAt = attemptedAt, durationMs = 0, error = null, responseBody = null } = measured ?? {};
    const delivery = existing(world.deliveries, deliveryId);
    const attempt = { number, attemptedAt, url, httpStatus, failure, error, sentAt, durationMs, responseBody };
    // Most deliveries have one attempt; `push` would reserve memory for seventeen.
    delivery.attempts = delivery.attempts.concat(attempt);
    delivery.state = event.state;
    letGo(world, delivery);
    delivery.attemptDue = nextAttemptAt === null ? null : scheduleAttempt(world, deliveryId, nextAttemptAt);
    existing(world.webhooks, event.webhookId).log.push({ deliveryId, number });
  },
  DeliveryRequeued(world, { deliveryId }, at) {
    const delivery = existing(world.deliveries, deliveryId);
    if (delivery.state !== "PENDING") delivery.once = true;
    delivery.state = "PENDING";
    letGo(world, delivery);
    delivery.attemptDue = scheduleAttempt(world, deliveryId, at);
  },
  DeliveryReleased(world, { deliveryId }, at) {
    const delivery = existing(world.deliveries, deliveryId);
    letGo(world, delivery);
    delivery.attemptDue = scheduleAttempt(world, deliveryId, at);
  },
};

/** Returns the fields that a saved delivery has only if they say something. */
function rareFields(traceparent: string | undefined, fault: DeliveryFault | undefined): Partial<Delivery> {
  return {
    ...(traceparent !== undefined && { traceparent }),
    ...(fault && { fault: fault.kind, heldBack: fault.kind === "reorder-deliveries" }),
  };
}
