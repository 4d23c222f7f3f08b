import { eventsTold } from "../../stories/deliveries.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import { withdrawalPaid } from "../../stories/withdrawals.ts";
import { assumption } from "./assumption.ts";

/** What notifications other than charge events tell. */
export const payloadClauses = [
  {
    id: "payload.subscription",
    text: "Notifications about subscriptions have `subscriptionId`, `companyId`, `status`, `amountCents`, `interval` and `customer`.",
    needs: [eventsTold],
    covers: ["components/schemas/SubscriptionEventData/properties/*"],
  },
  {
    id: "payload.subscription-charge-paid",
    text: "`subscription.charge.paid` also has `chargeId` and `paidAt`.",
    needs: [eventsTold],
    covers: [
      "webhooks/subscription.charge.paid/**/properties/chargeId",
      "webhooks/subscription.charge.paid/**/properties/paidAt",
    ],
  },
  {
    id: "payload.subscription-charge-failed",
    text: "`subscription.charge.failed` also has `failedAt`.",
    needs: [eventsTold],
    covers: ["webhooks/subscription.charge.failed/**/properties/failedAt"],
  },
  {
    id: "payload.withdraw-completed",
    text: "`withdraw.completed` has `withdrawId`, `companyId`, `status`, `origin`, `value`, `fee`, `netValue`, `pixKey`, `endToEndId` and `completedAt`.",
    needs: [withdrawalPaid],
    covers: ["webhooks/withdraw.completed/**/data/properties/*"],
  },
  {
    id: "payload.dispute-chargeback",
    text: "`dispute.chargeback` has `chargeId`, `companyId`, `paymentStatus`, `total`, `externalId`, `customer` and `chargebackAt`.",
    needs: [eventsTold],
    covers: ["webhooks/dispute.chargeback/**/data/properties/*"],
  },
  {
    id: "payload.customer",
    text: "Where another notification than a charge event has a `customer`, its fields are the strings that they are there.",
    needs: [eventsTold],
    covers: ["components/schemas/AssumedCustomer/properties/*"],
  },
  {
    id: "payload.webhook-test",
    text: "A test delivers the event `webhook.test` with `webhookId`, `companyId` and `message`.",
    needs: [oddWebhooks],
    covers: ["webhooks/webhook.test/post", "webhooks/webhook.test/**/data/properties/*"],
  },
].map((said) => assumption({ section: "Events: Event names", ...said }));
