import type { Delivery } from "../../domain/delivery.ts";
import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";
import { malformed, Refused } from "../reply/server-outcome.ts";
import type { Session } from "../request/session.ts";
import type { Waits } from "../request/waits.ts";
import { commandHandler, type Handlers, type ValidCall } from "../server/handler.ts";
import { deliveryView } from "../view/delivery-view.ts";
import { webhookWithSecret } from "../view/webhook-view.ts";
import { newestFirst } from "./newest-first.ts";

/** What the dashboard can do with webhooks, and every delivery with its requests and responses. */
export const controlWebhookHandlers = (waits: Waits) =>
  ({
    listWebhooks: {
      answer: (_call, session) =>
        session.read(({ world }, { webhookIds }) => {
          const newest = webhookIds.map((id) => webhookWithSecret(world, existing(world.webhooks, id))).reverse();
          return { type: "webhooks-listed", webhooks: newest };
        }),
    },
    changeWebhook: commandHandler(({ params, body: patch }, companyId) => {
      return { ...params, type: "change-webhook", companyId, patch };
    }),
    deleteWebhook: commandHandler(({ params }, companyId) => ({ ...params, type: "delete-webhook", companyId })),
    reactivateWebhook: commandHandler(({ params }, companyId) => ({
      ...params,
      type: "reactivate-webhook",
      companyId,
    })),
    listDeliveries: {
      answer: ({ query }, session, caller) => {
        const { wait } = query;
        if (wait === undefined) return deliveriesView(query, session);
        return waits.ofWorld(session.world, wait, caller, (signal) => awaitedDeliveries(query, session, signal));
      },
    },
    redeliverMany: {
      answer: ({ body: { webhookId, state = "FAILED", since } }, session) =>
        session.transact((transaction, { companyId, deliveryIds }) => {
          const { world, run } = transaction;
          const from = since === undefined ? Number.NEGATIVE_INFINITY : instantOf(since);
          const wanted = deliveryIds.filter((id) => {
            const delivery = existing(world.deliveries, id);
            return isWanted(delivery, { webhookId, state }) && delivery.createdAt >= from;
          });
          const outcomes = wanted.map((deliveryId) => run({ type: "redeliver", companyId, deliveryId }));
          const requeued = outcomes.filter(({ type }) => type === "delivery-requeued").length;
          const { position } = transaction;
          return { type: "deliveries-requeued", position, requeued, skipped: wanted.length - requeued };
        }),
    },
    redeliver: commandHandler(({ params }, companyId) => ({ ...params, type: "redeliver", companyId })),
  }) satisfies Partial<Handlers<operations>>;

type DeliveryQuery = ValidCall<operations["listDeliveries"]>["query"];

function deliveriesView(query: DeliveryQuery, session: Session) {
  return session.read(({ world }, { deliveryIds }) => {
    const wanted = newerThan(deliveryIds, query.newerThan);
    const page = newestFirst(wanted, query, (id) => isWanted(existing(world.deliveries, id), query));
    const deliveries = page.map((id) => deliveryView(world, existing(world.deliveries, id)));
    return { type: "deliveries-listed", deliveries };
  });
}

/** Looks again whenever the world's history has grown. */
async function awaitedDeliveries(query: DeliveryQuery, session: Session, signal: AbortSignal) {
  for (;;) {
    // The wait starts before reading, so that no growth in between is missed.
    const growth = session.world.nextGrowth(signal);
    const view = await deliveriesView(query, session);
    if (view.deliveries.length > 0 || signal.aborted) return view;
    await growth;
  }
}

/** Throws `Refused` if there is no such delivery: all others would be no answer. */
function newerThan(ids: readonly string[], id: string | undefined): readonly string[] {
  if (id === undefined) return ids;
  const at = ids.lastIndexOf(id);
  if (at !== -1) return ids.slice(at + 1);
  const message = "names no delivery of this company; GET /sandbox/deliveries lists them";
  throw new Refused(malformed([{ at: "query/newerThan", message }]));
}

function isWanted(delivery: Delivery, { webhookId, event, state }: DeliveryQuery): boolean {
  return (
    (webhookId === undefined || delivery.webhookId === webhookId) &&
    (event === undefined || delivery.event === event) &&
    (state === undefined || delivery.state === state)
  );
}
