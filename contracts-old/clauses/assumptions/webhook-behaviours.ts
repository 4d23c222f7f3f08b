import type { AssumptionClause } from "../clause.ts";

/** What happens around webhooks where the document does not say, or not exactly. Named after the keys of `x-behaviours`. */
export const webhookBehaviourClauses: readonly AssumptionClause[] = [
  {
    kind: "assumption",
    id: "behaviour.webhook-urls",
    section: "Errors",
    text: "Every spelling of a special address, all reserved domains, names without a dot and URLs with credentials are refused for webhooks; plain http is not.",
    covers: ["x-behaviours/webhook-urls"],
  },
  {
    kind: "assumption",
    id: "behaviour.delivery-identity",
    section: "Events: Delivery headers",
    text: "A repeated attempt has the same `X-Webhook-Delivery` and the same body, and a timestamp of its own; the digits of a signature are lower case.",
    covers: ["x-behaviours/delivery-identity"],
  },
  {
    kind: "assumption",
    id: "behaviour.delivery-attempts",
    section: "Events: Delivery attempts",
    text: "The waits are exactly 5, 10, 20 and 40 seconds, counted from each failure, and no redirect is followed.",
    covers: ["x-behaviours/delivery-attempts"],
  },
  {
    kind: "assumption",
    id: "behaviour.delivery-answers",
    section: "Events: Delivery attempts",
    text: "An attempt has failed, whatever its status, if the receiver's whole answer has not come in time.",
    covers: ["x-behaviours/delivery-answers"],
  },
  {
    kind: "assumption",
    id: "behaviour.webhook-deactivation",
    section: "States and transitions: Webhook",
    text: "Attempts that a deactivated webhook still has before it are dropped, and a reactivation makes up for nothing.",
    covers: ["x-behaviours/webhook-deactivation"],
  },
  {
    kind: "assumption",
    id: "behaviour.delivery-log",
    section: "Resources and their fields: Delivery log entry",
    text: "The log has an entry for each attempt.",
    covers: ["x-behaviours/delivery-log"],
  },
  {
    kind: "assumption",
    id: "behaviour.test-delivery",
    section: "Endpoints",
    text: "A test delivery is attempted once, is in the log, and deactivates nothing when it fails.",
    covers: ["x-behaviours/test-delivery"],
  },
];
