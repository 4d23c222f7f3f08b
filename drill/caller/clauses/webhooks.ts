import type { CallerClause } from "../caller-clause.ts";

/** How a caller takes its webhooks. */
export const webhookClauses: readonly CallerClause[] = [
  {
    id: "webhooks.in-time",
    section: "Events: Delivery attempts",
    kind: "documented",
    text: "The caller acknowledges each delivery within the time limit.",
    situation: "an attempt to deliver",
    fix: "Store the delivery, answer 200, and do the work afterwards.",
    *look({ deliveries }) {
      for (const { event, deliveryId, attempts } of deliveries) {
        for (const { number, failure } of attempts) {
          const what = `Attempt ${number} of ${event} (${deliveryId}) got no answer in time.`;
          yield failure === "TIMEOUT" ? { what, calls: [] } : null;
        }
      }
    },
  },
  {
    id: "webhooks.reads-after-deactivation",
    section: "States and transitions: Webhook",
    kind: "recommendation",
    text: "After its webhook was deactivated, the caller reads its balance and its withdrawals: what happens while it is off is told to no webhook.",
    situation: "a webhook that was deactivated and is active again",
    fix: "Reconcile by GET /account-balance and GET /account-balance/withdrawals once the webhook is active again; no call lists charges, so compare the balance.",
    *look({ events, calls }) {
      for (const { type, position, data } of events) {
        if (type !== "WebhookReactivated") continue;
        const later = calls.filter((call) => call.position >= position && call.status === 200);
        const hasRead = (operationId: string) => later.some((call) => call.operationId === operationId);
        const missing = ["getBalance", "listWithdrawals"].filter((operationId) => !hasRead(operationId));
        const what = `After the webhook was active again (${data.webhookId}), it did not call ${missing.join(" and ")}.`;
        yield missing.length === 0 ? null : { what, calls: [] };
      }
    },
  },
];
