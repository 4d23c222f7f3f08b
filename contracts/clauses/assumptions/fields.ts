import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import { codeRenewed, withdrawalPaid } from "../../stories/withdrawals.ts";
import type { Clause } from "../clause.ts";
import { assumption } from "./assumption.ts";

/** Which fields answers have beside the documented ones. */
export const fieldClauses: readonly Clause[] = [
  assumption({
    id: "fields.initiation",
    section: "Endpoints",
    text: "An initiation also tells `status`, `value`, `fee`, `netValue`, `pixKey` and `otpExpiresAt`.",
    needs: [oddlyOpened],
    covers: ["components/responses/Initiated/**/data/properties/*"],
  }),
  assumption({
    id: "fields.fee-simulation",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "A fee simulation tells `value`, `fee`, `netValue`, `minimum` and `realMinimum`.",
    needs: [oddlyRead],
    covers: ["components/responses/FeeSimulated/**/data/properties/*"],
  }),
  assumption({
    id: "fields.confirmation",
    section: "Endpoints",
    text: "The answer to the right code also tells `withdrawId`.",
    needs: [withdrawalPaid],
    covers: ["components/responses/CodeAccepted/**/data/properties/*"],
  }),
  assumption({
    id: "fields.resend",
    section: "Endpoints",
    text: "A resend tells `withdrawId`, `status` and `otpExpiresAt`.",
    needs: [codeRenewed],
    covers: ["components/responses/CodeResent/**/data/properties/*"],
  }),
  assumption({
    id: "fields.cancellation",
    section: "Endpoints",
    text: "A cancellation tells `withdrawId` and `status`.",
    needs: [oddlyOpened],
    covers: ["components/responses/Cancelled/**/data/properties/*"],
  }),
  assumption({
    id: "fields.history",
    section: "Resources and their fields: Withdrawal",
    text: "A withdrawal in the history has `withdrawId`, `value`, `fee`, `netValue`, `pixKey` and `createdAt`.",
    needs: [oddlyOpened],
    covers: ["components/responses/WithdrawalsListed/**/data/items/properties/*"],
  }),
  assumption({
    id: "fields.webhook",
    section: "Resources and their fields: Webhook",
    text: "A webhook, created or listed, has `webhookId`, `name`, `url`, `events`, `active` and `createdAt`.",
    needs: [oddWebhooks],
    covers: ["components/schemas/Webhook/properties/*"],
  }),
  assumption({
    id: "fields.webhook-creation",
    section: "Resources and their fields: Webhook",
    text: "At its creation a webhook also has `secret`.",
    needs: [oddWebhooks],
    covers: ["components/responses/WebhookCreated/**/properties/secret"],
  }),
  assumption({
    id: "fields.delivery-log",
    section: "Resources and their fields: Delivery log entry",
    text: "An entry of the log has `deliveryId`, `event`, `attempt`, `outcome`, `httpStatus`, `durationMs`, `error` and `at`.",
    needs: [oddWebhooks],
    covers: ["components/responses/DeliveryLogListed/**/data/items/properties/*"],
  }),
  assumption({
    id: "fields.webhook-test",
    section: "Endpoints",
    text: "A webhook's test tells `deliveryId` and `webhookId`.",
    needs: [oddWebhooks],
    covers: ["components/responses/TestDeliveryTriggered/**/data/properties/*"],
  }),
];
