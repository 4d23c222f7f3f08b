import { webhookOf } from "../../domain/decide/webhooks.ts";
import { selectableEvents } from "../../domain/notification.ts";
import { must } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/interface-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import type { Handler, Handlers } from "../server/handler.ts";
import { logEntryShape, logView } from "../view/delivery-view.ts";
import { webhookShape, webhookView } from "../view/webhook-view.ts";

export const webhookShapes: OutcomeShapes = {
  "webhooks-listed": { webhooks: [webhookShape] },
  "webhook-events-listed": { events: true },
  "delivery-log-listed": { entries: [logEntryShape] },
  "not-allowed-with-api-key": {},
};

type WebhookOperation =
  | "createWebhook"
  | "listWebhooks"
  | "listWebhookEvents"
  | "listWebhookLogs"
  | "testWebhook"
  | "replaceWebhook"
  | "updateWebhook"
  | "deleteWebhook";

/** Interface: "Authentication", rule 2: changing a webhook needs a dashboard session. */
const needsDashboard: Handler<unknown> = {
  outcomes: ["not-allowed-with-api-key"],
  answer: (_call, session) =>
    session.read(() => ({
      type: "not-allowed-with-api-key",
      message: "A webhook cannot be changed or deleted with the API key; that needs a dashboard session.",
    })),
};

/** Interface: "Endpoints" under /webhook. */
export const webhookHandlers: Handlers<Pick<operations, WebhookOperation>> = {
  createWebhook: {
    outcomes: ["webhook-created", "webhook-url-not-allowed", "webhook-event-unknown"],
    answer: ({ body: { url, name, events } }, session) =>
      session.execute({ type: "create-webhook", companyId: session.companyId, url, name, events }),
  },
  listWebhooks: {
    outcomes: ["webhooks-listed"],
    answer: (_call, session) =>
      session.read(({ world }, { webhookIds }) => {
        const newestFirst = webhookIds.map((id) => webhookView(must(world.webhooks, id))).reverse();
        return { type: "webhooks-listed", webhooks: newestFirst };
      }),
  },
  listWebhookEvents: {
    outcomes: ["webhook-events-listed"],
    answer: (_call, session) => session.read(() => ({ type: "webhook-events-listed", events: selectableEvents })),
  },
  listWebhookLogs: {
    outcomes: ["delivery-log-listed", "webhook-unknown"],
    answer: ({ params: { id } }, session) =>
      session.read((moment, { companyId }) => {
        const webhook = webhookOf(moment.world, companyId, id);
        if (webhook === null) return outcomeView({ type: "webhook-unknown", webhookId: id }, moment);
        return { type: "delivery-log-listed", entries: logView(moment.world, webhook.log).reverse() };
      }),
  },
  testWebhook: {
    outcomes: ["test-delivery-triggered", "webhook-unknown", "webhook-inactive"],
    answer: ({ params: { id } }, session) =>
      session.execute({ type: "test-webhook", companyId: session.companyId, webhookId: id }),
  },
  replaceWebhook: needsDashboard,
  updateWebhook: needsDashboard,
  deleteWebhook: needsDashboard,
};
