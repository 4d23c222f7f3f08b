import type { operations } from "../../spec/generated/interface-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Handler, Handlers } from "../handler.ts";

export const webhookShapes: OutcomeShapes = { "not-allowed-with-api-key": {} };

type WebhookOperation =
  | "createWebhook"
  | "listWebhooks"
  | "listWebhookEvents"
  | "listWebhookLogs"
  | "testWebhook"
  | "replaceWebhook"
  | "updateWebhook"
  | "deleteWebhook";

/** Webhooks are described by the document and not yet built; the sandbox says so instead of pretending. */
const notBuilt: Handler<unknown> = {
  outcomes: [],
  notBuilt: true,
  answer: async () => ({ type: "not-built", message: "Webhooks are not built yet in this version of Saldo." }),
};

/** Interface: "Authentication", rule 2: changing a webhook needs a dashboard session. */
const needsDashboard: Handler<unknown> = {
  outcomes: ["not-allowed-with-api-key"],
  answer: async () => ({
    type: "not-allowed-with-api-key",
    message: "A webhook cannot be changed or deleted with the API key; that needs a dashboard session.",
  }),
};

export const webhookHandlers: Handlers<Pick<operations, WebhookOperation>> = {
  createWebhook: notBuilt,
  listWebhooks: notBuilt,
  listWebhookEvents: notBuilt,
  listWebhookLogs: notBuilt,
  testWebhook: notBuilt,
  replaceWebhook: needsDashboard,
  updateWebhook: needsDashboard,
  deleteWebhook: needsDashboard,
};
