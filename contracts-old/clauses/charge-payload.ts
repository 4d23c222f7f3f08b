import type { DocumentedClause } from "./clause.ts";

/** What a charge event tells of the charge. */
export const chargePayloadClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "charge-payload.charge-id",
    section: "Resources and their fields: Webhook delivery payload",
    text: "A charge event names the charge in a string `chargeId`.",
  },
  {
    kind: "documented",
    id: "charge-payload.company-id",
    section: "Resources and their fields: Webhook delivery payload",
    text: "A charge event names the company in a string `companyId`.",
  },
  {
    kind: "documented",
    id: "charge-payload.payment-status",
    section: "Resources and their fields: Webhook delivery payload",
    text: "The `paymentStatus` of a charge event is one of the five that exist.",
  },
  {
    kind: "documented",
    id: "charge-payload.previous-status",
    section: "Resources and their fields: Webhook delivery payload",
    text: "The `previousStatus` of a charge event is a string or null, where it is there at all.",
  },
  {
    kind: "documented",
    id: "charge-payload.total",
    section: "Resources and their fields: Webhook delivery payload",
    text: "A charge event shows the charge's amount in `total`, an integer of cents.",
  },
  {
    kind: "documented",
    id: "charge-payload.external-id",
    section: "Resources and their fields: Webhook delivery payload",
    text: "A charge event shows the caller's reference in `externalId`, a string, or null where there is none.",
  },
  {
    kind: "documented",
    id: "charge-payload.customer",
    section: "Resources and their fields: Webhook delivery payload",
    text: "The `customer` of a charge event is an object or null, where it is there at all.",
  },
  {
    kind: "documented",
    id: "charge-payload.customer-fields",
    section: "Resources and their fields: Webhook delivery payload",
    text: "As far as a charge event tells a customer's `id`, `name`, `email` and `phone`, they are strings.",
  },
  {
    kind: "documented",
    id: "charge-payload.paid-at",
    section: "Resources and their fields: Webhook delivery payload",
    text: "A charge event has in `paidAt` the instant of payment, ISO 8601 in UTC, or null.",
  },
  {
    kind: "documented",
    id: "charge-payload.expires-at",
    section: "Resources and their fields: Webhook delivery payload",
    text: "A charge event has in `expiresAt` the instant of expiry, ISO 8601 in UTC, or null.",
  },
];
