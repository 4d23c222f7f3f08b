import { backoffMs, deliveryMaxAttempts } from "../attempt.ts";
import type { CommandOf, DeliveryCommand } from "../command.ts";
import type { Delivery, DeliveryState } from "../delivery.ts";
import type { EventOf } from "../event.ts";
import { type Instant, lastInstant } from "../instant.ts";
import { existing, type World } from "../world.ts";
import { accept, type Deciders, reject } from "./decider.ts";

/** How deliveries end (interface: "Delivery attempts") and are repeated. */
export const decideDeliveries: Deciders<DeliveryCommand["type"]> = {
  redeliver: ({ world, at }, { companyId, deliveryId }) => {
    const delivery = world.deliveries.get(deliveryId);
    if (delivery === undefined || delivery.companyId !== companyId) {
      return reject({ type: "delivery-unknown", deliveryId });
    }
    const { webhookId, active, deleted } = existing(world.webhooks, delivery.webhookId);
    if (deleted) return reject({ type: "webhook-unknown", webhookId });
    if (!active) return reject({ type: "webhook-inactive", webhookId });
    const outcome = { type: "delivery-requeued", companyId, deliveryId } as const;
    // An attempt that is due or under way is the requested one.
    if (delivery.attemptDue !== null && delivery.attemptDue.at <= at) return accept(outcome);
    return accept(outcome, { type: "DeliveryRequeued", deliveryId, webhookId, companyId });
  },
  "record-attempt": ({ world, at }, ended) => {
    const { deliveryId, number, epoch, attemptedAt, url, httpStatus, failure } = ended;
    const delivery = world.deliveries.get(deliveryId);
    if (delivery === undefined || epoch !== world.epoch || !isAwaited(delivery, number)) {
      return reject({ type: "attempt-not-awaited", deliveryId, number });
    }
    const { webhookId, companyId } = delivery;
    const { state, nextAttemptAt } = whatNext(delivery, ended, at);
    const exhausted = state === "FAILED" && !delivery.once;
    return accept(
      { type: "attempt-recorded", companyId, deliveryId },
      {
        type: "AttemptRecorded",
        deliveryId,
        webhookId,
        companyId,
        number,
        attemptedAt,
        url,
        httpStatus,
        failure,
        state,
        nextAttemptAt,
      },
      ...(exhausted ? [{ type: "WebhookDeactivated", webhookId, companyId } as const] : overtaken(world, delivery)),
    );
  },
};

/** Returns the release of deliveries to the same webhook that waited for an attempt of a later one, as this is. */
function overtaken(
  world: Readonly<World>,
  { deliveryId, webhookId, companyId }: Delivery,
): EventOf<"DeliveryReleased">[] {
  if (world.heldBack.size === 0) return [];
  const inOrder = existing(world.webhooks, webhookId).deliveryIds;
  const earlier = new Set(inOrder.slice(0, inOrder.lastIndexOf(deliveryId)));
  const released = [...world.heldBack].filter((heldBack) => earlier.has(heldBack));
  return released.map((heldBack) => ({ type: "DeliveryReleased", deliveryId: heldBack, webhookId, companyId }));
}

/** A result is recorded once and in order. A cancelled delivery can still have an attempt under way. */
function isAwaited({ state, attempts }: Delivery, number: number): boolean {
  return (state === "PENDING" || state === "CANCELLED") && number === attempts.length + 1;
}

function whatNext(
  { state, once }: Delivery,
  { number, failure }: Pick<CommandOf<"record-attempt">, "number" | "failure">,
  at: Instant,
): { state: DeliveryState; nextAttemptAt: Instant | null } {
  if (failure === null) return { state: "DELIVERED", nextAttemptAt: null };
  // Cancelled while the attempt was under way: its end has no consequences.
  if (state === "CANCELLED") return { state, nextAttemptAt: null };
  if (once || number >= deliveryMaxAttempts) return { state: "FAILED", nextAttemptAt: null };
  return { state, nextAttemptAt: Math.min(lastInstant, at + backoffMs(number)) };
}
