import { webhookOf } from "../../domain/decide/webhooks.ts";
import { selectableEvents } from "../../domain/notification.ts";
import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/interface-api.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import { commandHandler, type Handler, type Handlers } from "../server/handler.ts";
import { logEntryShape, logView } from "../view/delivery-view.ts";
import { webhookShape, webhookView } from "../view/webhook-view.ts";

/** Interface: "Authentication", rule 2: changing a webhook needs a dashboard session. */
const needsDashboard: Handler<unknown> = {
  shapes: { "not-allowed-with-api-key": {} },
  answer: (_call, session) =>
    session.read(() => ({
      type: "not-allowed-with-api-key",
      message: "A webhook cannot be changed or deleted with the API key; that needs a dashboard session.",
    })),
};

/** Interface: "Endpoints" under /webhook. */
export const webhookHandlers = {
  createWebhook: commandHandler(({ body: { url, name, events } }, companyId) => {
    return { type: "create-webhook", companyId, url, name, events };
  }),
  listWebhooks: {
    shapes: { "webhooks-listed": { webhooks: [webhookShape] } },
    answer: (_call, session) =>
      session.read(({ world }, { webhookIds }) => {
        const newestFirst = webhookIds.map((id) => webhookView(existing(world.webhooks, id))).reverse();
        return { type: "webhooks-listed", webhooks: newestFirst };
      }),
  },
  listWebhookEvents: {
    shapes: { "webhook-events-listed": { events: [true] } },
    answer: (_call, session) => session.read(() => ({ type: "webhook-events-listed", events: selectableEvents })),
  },
  listWebhookLogs: {
    shapes: { "delivery-log-listed": { entries: [logEntryShape] } },
    answer: ({ params: { id } }, session) =>
      session.read((moment, { companyId }) => {
        const webhook = webhookOf(moment.world, companyId, id);
        if (webhook === null) return outcomeView({ type: "webhook-unknown", webhookId: id }, moment);
        return { type: "delivery-log-listed", entries: logView(moment.world, webhook.log).reverse() };
      }),
  },
  testWebhook: commandHandler(({ params: { id } }, companyId) => ({ type: "test-webhook", companyId, webhookId: id })),
  replaceWebhook: needsDashboard,
  updateWebhook: needsDashboard,
  deleteWebhook: needsDashboard,
} satisfies Partial<Handlers<operations>>;
