import type { DocumentedClause } from "./clause.ts";

/** How webhooks are configured. */
export const webhooksClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "webhooks.created-with-key",
    section: "Endpoints",
    text: "A webhook with a URL, a name and events can be created with an API key.",
  },
  {
    kind: "documented",
    id: "webhooks.secret-shown-at-creation",
    section: "Resources and their fields: Webhook",
    text: "The answer to a webhook's creation shows its secret.",
  },
  {
    kind: "documented",
    id: "webhooks.secret-shown-once",
    section: "Resources and their fields: Webhook",
    text: "Neither the list of webhooks nor their logs show a secret.",
  },
  {
    kind: "documented",
    id: "webhooks.several",
    section: "Resources and their fields: Webhook",
    text: "A company can have webhooks with different URLs at the same time.",
  },
  {
    kind: "documented",
    id: "webhooks.own-events",
    section: "Resources and their fields: Webhook",
    text: "Of two webhooks with different events each is told of its own.",
  },
  {
    kind: "documented",
    id: "webhooks.selected-only",
    section: "Resources and their fields: Webhook",
    text: "An event that a webhook has not selected is not delivered to it.",
  },
  {
    kind: "documented",
    id: "webhooks.listed-with-key",
    section: "Endpoints",
    text: "With an API key the webhooks that were created can be listed.",
  },
  {
    kind: "documented",
    id: "webhooks.update-refused",
    section: "Authentication",
    text: "With an API key a webhook cannot be changed.",
  },
  {
    kind: "documented",
    id: "webhooks.deletion-refused",
    section: "Authentication",
    text: "With an API key a webhook cannot be deleted.",
  },
  {
    kind: "documented",
    id: "webhooks.test-delivers",
    section: "Endpoints",
    text: "A test brings a delivery to the webhook though no event took place.",
  },
  {
    kind: "documented",
    id: "log.outcome",
    section: "Resources and their fields: Delivery log entry",
    text: "The log of a webhook tells deliveries that succeeded from those that failed.",
  },
  {
    kind: "documented",
    id: "log.http-status",
    section: "Resources and their fields: Delivery log entry",
    text: "An entry of the log has the HTTP status with which the receiver answered.",
  },
  {
    kind: "documented",
    id: "log.duration",
    section: "Resources and their fields: Delivery log entry",
    text: "An entry of the log has a duration.",
  },
];
