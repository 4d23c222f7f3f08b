import type { AssumptionClause } from "../clause.ts";

/** Which fields answers have beside the documented ones. */
export const fieldClauses: readonly AssumptionClause[] = [
  {
    kind: "assumption",
    id: "fields.initiation",
    section: "Endpoints",
    text: "An initiation also tells `status`, `value`, `fee`, `netValue`, `pixKey` and `otpExpiresAt`.",
    covers: ["components/responses/Initiated/**/data/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.fee-simulation",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "A fee simulation tells `value`, `fee`, `netValue`, `minimum` and `realMinimum`.",
    covers: ["components/responses/FeeSimulated/**/data/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.confirmation",
    section: "Endpoints",
    text: "The answer to the right code also tells `withdrawId`.",
    covers: ["components/responses/CodeAccepted/**/data/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.resend",
    section: "Endpoints",
    text: "A resend tells `withdrawId`, `status` and `otpExpiresAt`.",
    covers: ["components/responses/CodeResent/**/data/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.cancellation",
    section: "Endpoints",
    text: "A cancellation tells `withdrawId` and `status`.",
    covers: ["components/responses/Cancelled/**/data/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.history",
    section: "Resources and their fields: Withdrawal",
    text: "A withdrawal in the history has `withdrawId`, `value`, `fee`, `netValue`, `pixKey` and `createdAt`.",
    covers: ["components/responses/WithdrawalsListed/**/data/items/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.webhook",
    section: "Resources and their fields: Webhook",
    text: "A webhook, created or listed, has `webhookId`, `name`, `url`, `events`, `active` and `createdAt`.",
    covers: ["components/schemas/Webhook/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.webhook-creation",
    section: "Resources and their fields: Webhook",
    text: "At its creation a webhook also has `secret`.",
    covers: ["components/responses/WebhookCreated/**/properties/secret"],
  },
  {
    kind: "assumption",
    id: "fields.delivery-log",
    section: "Resources and their fields: Delivery log entry",
    text: "An entry of the log has `deliveryId`, `event`, `attempt`, `outcome`, `httpStatus`, `durationMs`, `error` and `at`.",
    covers: ["components/responses/DeliveryLogListed/**/data/items/properties/*"],
  },
  {
    kind: "assumption",
    id: "fields.webhook-test",
    section: "Endpoints",
    text: "A webhook's test tells `deliveryId` and `webhookId`.",
    covers: ["components/responses/TestDeliveryTriggered/**/data/properties/*"],
  },
];
