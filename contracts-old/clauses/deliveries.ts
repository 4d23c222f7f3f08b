import type { DocumentedClause } from "./clause.ts";

/** What a delivery consists of. */
export const deliveriesClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "deliveries.post",
    section: "Events",
    text: "A delivery is a POST to the webhook's URL.",
  },
  {
    kind: "documented",
    id: "deliveries.content-type",
    section: "Events: Delivery headers",
    text: "A delivery has the content type `application/json`.",
  },
  {
    kind: "documented",
    id: "deliveries.event",
    section: "Resources and their fields: Webhook delivery payload",
    text: "The JSON object of a delivery has the event's name as a string `event`.",
  },
  {
    kind: "documented",
    id: "deliveries.data",
    section: "Resources and their fields: Webhook delivery payload",
    text: "The JSON object of a delivery has an object `data`.",
  },
  {
    kind: "documented",
    id: "deliveries.timestamp",
    section: "Resources and their fields: Webhook delivery payload",
    text: "The JSON object of a delivery has the time of the event as `timestamp`, an ISO 8601 instant in UTC.",
  },
  {
    kind: "documented",
    id: "headers.event",
    section: "Events: Delivery headers",
    text: "`X-Webhook-Event` is the name of the event, the one in the body.",
  },
  {
    kind: "documented",
    id: "headers.delivery",
    section: "Events: Delivery headers",
    text: "`X-Webhook-Delivery` identifies a delivery: no two of them have the same.",
  },
  {
    kind: "documented",
    id: "headers.timestamp",
    section: "Events: Delivery headers",
    text: "`X-Webhook-Timestamp` is an ISO 8601 instant.",
  },
  {
    kind: "documented",
    id: "signature.form",
    section: "Events: Delivery headers",
    text: "`X-Webhook-Signature` is `sha256=` and 64 hexadecimal digits.",
  },
  {
    kind: "documented",
    id: "signature.raw-body",
    section: "Events: Delivery headers",
    text: "The signature is the HMAC-SHA256 of the bytes that arrive, and the webhook's secret is its key.",
  },
  {
    kind: "documented",
    id: "signature.own-secret",
    section: "Resources and their fields: Webhook",
    text: "Of two webhooks each gets signatures made with its own secret.",
  },
];
