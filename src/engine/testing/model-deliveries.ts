import type { ModelAnswer, WebhookMove } from "./model-request.ts";
import { find, type ModelDelivery, type ModelState, newKey, plan, type Verdict } from "./model-state.ts";

const mostAttempts = 5;
const backoffMs = [5_000, 10_000, 20_000, 40_000];

export function createWebhook(
  state: ModelState,
  { receiver, events }: { receiver: number; events: readonly string[] },
): ModelAnswer {
  const key = newKey();
  state.webhooks.push({ key, receiver, events, isActive: true, deactivatedAt: null, isDeleted: false, log: [] });
  return { type: "webhook-created", of: key };
}

export function moveWebhook(state: ModelState, move: WebhookMove, target: string): ModelAnswer {
  const webhook = state.webhooks.find(({ key }) => key === target);
  if (webhook === undefined || webhook.isDeleted) return { type: "webhook-unknown" };
  switch (move) {
    case "delete-webhook":
      deactivate(state, target);
      webhook.isDeleted = true;
      return { type: "webhook-deleted" };
    case "reactivate":
      webhook.isActive = true;
      webhook.deactivatedAt = null;
      return { type: "webhook-changed" };
    case "test-webhook":
      if (!webhook.isActive) return { type: "webhook-inactive" };
      return { type: "test-delivery-triggered", of: deliver(state, target, "webhook.test", target, null) };
  }
}

/** Every active webhook that wants to hear of it gets a delivery, whose first attempt is due at once. */
export function notify(state: ModelState, event: string, subject: string, status: string): void {
  for (const { key, isActive, isDeleted, events } of state.webhooks) {
    if (isActive && !isDeleted && events.includes(event)) deliver(state, key, event, subject, status);
  }
}

function deliver(state: ModelState, webhook: string, event: string, subject: string, status: string | null): string {
  const key = newKey();
  const beginning = { state: "PENDING", isSingle: event === "webhook.test" } as const;
  const attempt = plan(state, state.now);
  state.deliveries.push({ key, webhook, event, subject, status, ...beginning, attempts: [], attempt });
  return key;
}

/** A single attempt more; one that is due at this very moment is the one that is asked for. */
export function redeliver(state: ModelState, target: string): ModelAnswer {
  const delivery = state.deliveries.find(({ key }) => key === target);
  if (delivery === undefined) return { type: "delivery-unknown" };
  const webhook = find(state.webhooks, delivery.webhook);
  if (webhook.isDeleted) return { type: "webhook-unknown" };
  if (!webhook.isActive) return { type: "webhook-inactive" };
  if (delivery.attempt === null || delivery.attempt.at > state.now) {
    if (delivery.state !== "PENDING") delivery.isSingle = true;
    delivery.state = "PENDING";
    delivery.attempt = plan(state, state.now);
  }
  return { type: "delivery-requeued" };
}

/** The deliveries of which an attempt is due, those planned first before the others. */
export function dueDeliveries({ deliveries, now }: ModelState): string[] {
  return deliveries
    .flatMap(({ key, attempt }) => (attempt !== null && attempt.at <= now ? [{ key, ...attempt }] : []))
    .sort((a, b) => a.at - b.at || a.order - b.order)
    .map(({ key }) => key);
}

/** When the next attempt is due. */
export function nextAttemptAt({ deliveries }: ModelState): number {
  return Math.min(...deliveries.map(({ attempt }) => attempt?.at ?? Number.POSITIVE_INFINITY));
}

/** An attempt that began at this moment has ended. One that was called off meanwhile can only still succeed. */
export function endAttempt(state: ModelState, delivery: ModelDelivery, verdict: Verdict): void {
  delivery.attempts.push({ at: state.now, verdict });
  const { log } = find(state.webhooks, delivery.webhook);
  log.push({ delivery: delivery.key, number: delivery.attempts.length });
  delivery.attempt = null;
  if (verdict === "ok") delivery.state = "DELIVERED";
  else if (delivery.state === "PENDING") failed(state, delivery);
}

function failed(state: ModelState, delivery: ModelDelivery): void {
  const waitMs = backoffMs[delivery.attempts.length - 1];
  if (!delivery.isSingle && delivery.attempts.length < mostAttempts && waitMs !== undefined) {
    delivery.attempt = plan(state, state.now + waitMs);
    return;
  }
  delivery.state = "FAILED";
  if (!delivery.isSingle) deactivate(state, delivery.webhook);
}

/** A webhook that is given up takes with it what was still to be delivered to it. */
function deactivate(state: ModelState, key: string): void {
  const webhook = find(state.webhooks, key);
  webhook.isActive = false;
  webhook.deactivatedAt = state.now;
  for (const delivery of state.deliveries) if (delivery.webhook === key) callOff(delivery);
}

export function callOff(delivery: ModelDelivery): void {
  if (delivery.state !== "PENDING") return;
  delivery.state = "CANCELLED";
  delivery.attempt = null;
}
