import { eventsTold } from "../../stories/deliveries.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import { withdrawalPaid } from "../../stories/withdrawals.ts";
import type { Clause } from "../clause.ts";
import { assumption } from "./assumption.ts";

/** What notifications other than charge events tell. */
export const payloadClauses: readonly Clause[] = [
  assumption({
    id: "payload.subscription",
    section: "Events: Event names",
    text: "Notifications about subscriptions have `subscriptionId`, `companyId`, `status`, `amountCents`, `interval` and `customer`.",
    needs: [eventsTold],
    covers: ["components/schemas/SubscriptionEventData/properties/*"],
  }),
  assumption({
    id: "payload.subscription-charge-paid",
    section: "Events: Event names",
    text: "`subscription.charge.paid` also has `chargeId` and `paidAt`.",
    needs: [eventsTold],
    covers: [
      "webhooks/subscription.charge.paid/**/properties/chargeId",
      "webhooks/subscription.charge.paid/**/properties/paidAt",
    ],
  }),
  assumption({
    id: "payload.subscription-charge-failed",
    section: "Events: Event names",
    text: "`subscription.charge.failed` also has `failedAt`.",
    needs: [eventsTold],
    covers: ["webhooks/subscription.charge.failed/**/properties/failedAt"],
  }),
  assumption({
    id: "payload.withdraw-completed",
    section: "Events: Event names",
    text: "`withdraw.completed` has `withdrawId`, `companyId`, `status`, `origin`, `value`, `fee`, `netValue`, `pixKey`, `endToEndId` and `completedAt`.",
    needs: [withdrawalPaid],
    covers: ["webhooks/withdraw.completed/**/data/properties/*"],
  }),
  assumption({
    id: "payload.dispute-chargeback",
    section: "Events: Event names",
    text: "`dispute.chargeback` has `chargeId`, `companyId`, `paymentStatus`, `total`, `externalId`, `customer` and `chargebackAt`.",
    needs: [eventsTold],
    covers: ["webhooks/dispute.chargeback/**/data/properties/*"],
  }),
  assumption({
    id: "payload.customer",
    section: "Events: Event names",
    text: "Where another notification than a charge event has a `customer`, its fields are the strings that they are there.",
    needs: [eventsTold],
    covers: ["components/schemas/AssumedCustomer/properties/*"],
  }),
  assumption({
    id: "payload.webhook-test",
    section: "Events: Event names",
    text: "A test delivers the event `webhook.test` with `webhookId`, `companyId` and `message`.",
    needs: [oddWebhooks],
    covers: ["webhooks/webhook.test/post", "webhooks/webhook.test/**/data/properties/*"],
  }),
];
