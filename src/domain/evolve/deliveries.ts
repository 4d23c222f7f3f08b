import { letGo } from "../delivery.ts";
import type { DeliveryEvent, NotificationEvent } from "../event.ts";
import { scheduleAttempt } from "../schedule.ts";
import { addDelivery, must } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveDeliveries: Evolvers<(NotificationEvent | DeliveryEvent)["type"]> = {
  NotificationRaised(world, { companyId, name: event, body, deliveries }, createdAt, { traceparent }) {
    world.minted.notification += 1;
    for (const { deliveryId, webhookId, fault } of deliveries) {
      world.minted.delivery += 1;
      addDelivery(world, {
        deliveryId,
        webhookId,
        companyId,
        event,
        body,
        createdAt,
        ...(traceparent !== undefined && { traceparent }),
        state: "PENDING",
        once: event === "webhook.test",
        ...(fault && { fault: fault.kind, heldBack: fault.kind === "reorder-deliveries" }),
        attemptDue: scheduleAttempt(world, deliveryId, fault?.firstAttemptAt ?? createdAt),
        attempts: [],
      });
    }
  },
  AttemptRecorded(world, { deliveryId, webhookId, state, nextAttemptAt, ...facts }, _at, { attempt: measured }) {
    const { number, attemptedAt, url, httpStatus, failure } = facts;
    const { sentAt = attemptedAt, durationMs = 0, error = null, responseBody = null } = measured ?? {};
    const delivery = must(world.deliveries, deliveryId);
    const result = { httpStatus, failure, error, sentAt, durationMs, responseBody };
    delivery.attempts.push({ number, attemptedAt, url, ...result });
    delivery.state = state;
    letGo(world, delivery);
    delivery.attemptDue = nextAttemptAt === null ? null : scheduleAttempt(world, deliveryId, nextAttemptAt);
    must(world.webhooks, webhookId).log.push({ deliveryId, number });
  },
  DeliveryRequeued(world, { deliveryId }, at) {
    const delivery = must(world.deliveries, deliveryId);
    if (delivery.state !== "PENDING") delivery.once = true;
    delivery.state = "PENDING";
    letGo(world, delivery);
    delivery.attemptDue = scheduleAttempt(world, deliveryId, at);
  },
  DeliveryReleased(world, { deliveryId }, at) {
    const delivery = must(world.deliveries, deliveryId);
    letGo(world, delivery);
    delivery.attemptDue = scheduleAttempt(world, deliveryId, at);
  },
};
