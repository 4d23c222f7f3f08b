import type { Delivery } from "../../domain/delivery.ts";
import { must } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { deliveryShape, deliveryView } from "../view/delivery-view.ts";
import { webhookWithSecret, webhookWithSecretShape } from "../view/webhook-view.ts";
import { newestFirst } from "./newest-first.ts";

export const controlWebhookShapes: OutcomeShapes = {
  "webhooks-listed": { webhooks: [webhookWithSecretShape] },
  "deliveries-listed": { deliveries: [deliveryShape] },
};

type WebhookOperation =
  | "listWebhooks"
  | "changeWebhook"
  | "deleteWebhook"
  | "reactivateWebhook"
  | "listDeliveries"
  | "redeliver";

/** What the dashboard can do with webhooks, and every delivery with its requests and responses. */
export const controlWebhookHandlers: Handlers<Pick<operations, WebhookOperation>> = {
  listWebhooks: {
    outcomes: ["webhooks-listed"],
    answer: (_call, session) =>
      session.read(({ world }, { webhookIds }) => {
        const newest = webhookIds.map((id) => webhookWithSecret(world, must(world.webhooks, id))).reverse();
        return { type: "webhooks-listed", webhooks: newest };
      }),
  },
  changeWebhook: {
    outcomes: ["webhook-changed", "webhook-unknown", "webhook-url-not-allowed", "webhook-event-unknown"],
    answer: ({ params: { webhookId }, body: patch }, session) =>
      session.execute({ type: "change-webhook", companyId: session.companyId, webhookId, patch }),
  },
  deleteWebhook: {
    outcomes: ["webhook-deleted", "webhook-unknown"],
    answer: ({ params: { webhookId } }, session) =>
      session.execute({ type: "delete-webhook", companyId: session.companyId, webhookId }),
  },
  reactivateWebhook: {
    outcomes: ["webhook-changed", "webhook-unknown"],
    answer: ({ params: { webhookId } }, session) =>
      session.execute({ type: "reactivate-webhook", companyId: session.companyId, webhookId }),
  },
  listDeliveries: {
    outcomes: ["deliveries-listed"],
    answer: ({ query: { after, limit, ...wanted } }, session) =>
      session.read(({ world }, { deliveryIds }) => {
        const page = newestFirst(deliveryIds, { after, limit }, (id) => isWanted(must(world.deliveries, id), wanted));
        const deliveries = page.map((id) => deliveryView(world, must(world.deliveries, id)));
        return { type: "deliveries-listed", deliveries };
      }),
  },
  redeliver: {
    outcomes: ["delivery-requeued", "delivery-unknown", "webhook-unknown", "webhook-inactive"],
    answer: ({ params: { deliveryId } }, session) =>
      session.execute({ type: "redeliver", companyId: session.companyId, deliveryId }),
  },
};

interface Wanted {
  readonly webhookId?: string | undefined;
  readonly event?: string | undefined;
  readonly state?: string | undefined;
}

function isWanted(delivery: Delivery, { webhookId, event, state }: Wanted): boolean {
  return (
    (webhookId === undefined || delivery.webhookId === webhookId) &&
    (event === undefined || delivery.event === event) &&
    (state === undefined || delivery.state === state)
  );
}
