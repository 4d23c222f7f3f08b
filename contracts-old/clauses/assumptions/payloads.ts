import type { AssumptionClause } from "../clause.ts";

/** What notifications other than charge events tell. */
export const payloadClauses: readonly AssumptionClause[] = [
  {
    kind: "assumption",
    id: "payload.subscription",
    section: "Events: Event names",
    text: "Notifications about subscriptions have `subscriptionId`, `companyId`, `status`, `amountCents`, `interval` and `customer`.",
    covers: ["components/schemas/SubscriptionEventData/properties/*"],
  },
  {
    kind: "assumption",
    id: "payload.subscription-charge-paid",
    section: "Events: Event names",
    text: "`subscription.charge.paid` also has `chargeId` and `paidAt`.",
    covers: [
      "webhooks/subscription.charge.paid/**/properties/chargeId",
      "webhooks/subscription.charge.paid/**/properties/paidAt",
    ],
  },
  {
    kind: "assumption",
    id: "payload.subscription-charge-failed",
    section: "Events: Event names",
    text: "`subscription.charge.failed` also has `failedAt`.",
    covers: ["webhooks/subscription.charge.failed/**/properties/failedAt"],
  },
  {
    kind: "assumption",
    id: "payload.withdraw-completed",
    section: "Events: Event names",
    text: "`withdraw.completed` has `withdrawId`, `companyId`, `status`, `origin`, `value`, `fee`, `netValue`, `pixKey`, `endToEndId` and `completedAt`.",
    covers: ["webhooks/withdraw.completed/**/data/properties/*"],
  },
  {
    kind: "assumption",
    id: "payload.dispute-chargeback",
    section: "Events: Event names",
    text: "`dispute.chargeback` has `chargeId`, `companyId`, `paymentStatus`, `total`, `externalId`, `customer` and `chargebackAt`.",
    covers: ["webhooks/dispute.chargeback/**/data/properties/*"],
  },
  {
    kind: "assumption",
    id: "payload.customer",
    section: "Events: Event names",
    text: "Where another notification than a charge event has a `customer`, its fields are the strings that they are there.",
    covers: ["components/schemas/AssumedCustomer/properties/*"],
  },
  {
    kind: "assumption",
    id: "payload.webhook-test",
    section: "Events: Event names",
    text: "A test delivers the event `webhook.test` with `webhookId`, `companyId` and `message`.",
    covers: ["webhooks/webhook.test/post", "webhooks/webhook.test/**/data/properties/*"],
  },
];
