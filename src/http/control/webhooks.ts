import type { Delivery } from "../../domain/delivery.ts";
import { must } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { command, type Handlers } from "../server/handler.ts";
import { deliveryShape, deliveryView } from "../view/delivery-view.ts";
import { webhookWithSecret, webhookWithSecretShape } from "../view/webhook-view.ts";
import { newestFirst } from "./newest-first.ts";

/** What the dashboard can do with webhooks, and every delivery with its requests and responses. */
export const controlWebhookHandlers = {
  listWebhooks: {
    shapes: { "webhooks-listed": { webhooks: [webhookWithSecretShape] } },
    answer: (_call, session) =>
      session.read(({ world }, { webhookIds }) => {
        const newest = webhookIds.map((id) => webhookWithSecret(world, must(world.webhooks, id))).reverse();
        return { type: "webhooks-listed", webhooks: newest };
      }),
  },
  changeWebhook: command(({ params, body: patch }, companyId) => {
    return { ...params, type: "change-webhook", companyId, patch };
  }),
  deleteWebhook: command(({ params }, companyId) => ({ ...params, type: "delete-webhook", companyId })),
  reactivateWebhook: command(({ params }, companyId) => ({ ...params, type: "reactivate-webhook", companyId })),
  listDeliveries: {
    shapes: { "deliveries-listed": { deliveries: [deliveryShape] } },
    answer: ({ query }, session) =>
      session.read(({ world }, { deliveryIds }) => {
        const page = newestFirst(deliveryIds, query, (id) => isWanted(must(world.deliveries, id), query));
        const deliveries = page.map((id) => deliveryView(world, must(world.deliveries, id)));
        return { type: "deliveries-listed", deliveries };
      }),
  },
  redeliverMany: {
    shapes: { "deliveries-requeued": { position: true, requeued: true, skipped: true } },
    answer: ({ body: { webhookId, state = "FAILED", since } }, session) =>
      session.transact((transaction, { companyId, deliveryIds }) => {
        const { world, run } = transaction;
        const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
        const wanted = deliveryIds.filter((id) => {
          const delivery = must(world.deliveries, id);
          return isWanted(delivery, { webhookId, state }) && delivery.createdAt >= from;
        });
        const outcomes = wanted.map((deliveryId) => run({ type: "redeliver", companyId, deliveryId }));
        const requeued = outcomes.filter(({ type }) => type === "delivery-requeued").length;
        const { position } = transaction;
        return { type: "deliveries-requeued", position, requeued, skipped: wanted.length - requeued };
      }),
  },
  redeliver: command(({ params }, companyId) => ({ ...params, type: "redeliver", companyId })),
} satisfies Partial<Handlers<operations>>;

type Wanted = { readonly [K in "webhookId" | "event" | "state"]?: string | undefined };

function isWanted(delivery: Delivery, { webhookId, event, state }: Wanted): boolean {
  return (
    (webhookId === undefined || delivery.webhookId === webhookId) &&
    (event === undefined || delivery.event === event) &&
    (state === undefined || delivery.state === state)
  );
}
