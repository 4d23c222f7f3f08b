import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import { codeRenewed, withdrawalPaid } from "../../stories/withdrawals.ts";
import type { Clause } from "../clause.ts";
import { assumption } from "./assumption.ts";

/** What surrounds the content of each answer. */
export const envelopeClauses: readonly Clause[] = [
  assumption({
    id: "envelope.status-and-message",
    section: "Resources and their fields: Response envelope",
    text: "Every answer has an integer `status`, that of HTTP, and a string `message`, not only the one about the balance.",
    needs: [oddlyRead],
    covers: ["components/schemas/Envelope/properties/*"],
  }),
  assumption({
    id: "envelope.initiation",
    section: "Resources and their fields: Response envelope",
    text: "The answer to an initiation has the withdrawal in an object `data`.",
    needs: [oddlyOpened],
    covers: ["components/responses/Initiated/**/properties/data"],
  }),
  assumption({
    id: "envelope.fee-simulation",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a fee simulation has the simulation in an object `data`.",
    needs: [oddlyRead],
    covers: ["components/responses/FeeSimulated/**/properties/data"],
  }),
  assumption({
    id: "envelope.confirmation",
    section: "Resources and their fields: Response envelope",
    text: "The answer to the right code has the withdrawal in an object `data`.",
    needs: [withdrawalPaid],
    covers: ["components/responses/CodeAccepted/**/properties/data"],
  }),
  assumption({
    id: "envelope.resend",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a resend has the withdrawal in an object `data`.",
    needs: [codeRenewed],
    covers: ["components/responses/CodeResent/**/properties/data"],
  }),
  assumption({
    id: "envelope.cancellation",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a cancellation has the withdrawal in an object `data`.",
    needs: [oddlyOpened],
    covers: ["components/responses/Cancelled/**/properties/data"],
  }),
  assumption({
    id: "envelope.history",
    section: "Resources and their fields: Response envelope",
    text: "The history's answer has the withdrawals in an array `data`.",
    needs: [oddlyRead],
    covers: ["components/responses/WithdrawalsListed/**/properties/data"],
  }),
  assumption({
    id: "envelope.webhook-creation",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a webhook's creation has the webhook in an object `data`.",
    needs: [oddWebhooks],
    covers: ["components/responses/WebhookCreated/**/properties/data"],
  }),
  assumption({
    id: "envelope.webhook-list",
    section: "Resources and their fields: Response envelope",
    text: "The answer with the list of webhooks has them in an array `data`.",
    needs: [oddlyRead],
    covers: ["components/responses/WebhooksListed/**/properties/data"],
  }),
  assumption({
    id: "envelope.webhook-events",
    section: "Resources and their fields: Response envelope",
    text: "The answer with the list of events has their names as strings in an array `data`.",
    needs: [oddlyRead],
    covers: ["components/responses/WebhookEventsListed/**/properties/data"],
  }),
  assumption({
    id: "envelope.delivery-log",
    section: "Resources and their fields: Response envelope",
    text: "The answer with a webhook's log has the entries in an array `data`.",
    needs: [oddWebhooks],
    covers: ["components/responses/DeliveryLogListed/**/properties/data"],
  }),
  assumption({
    id: "envelope.webhook-test",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a webhook's test has the delivery in an object `data`.",
    needs: [oddWebhooks],
    covers: ["components/responses/TestDeliveryTriggered/**/properties/data"],
  }),
  assumption({
    id: "envelope.refusal",
    section: "Resources and their fields: Response envelope",
    text: "A refusal tells what was refused in an object `data`.",
    needs: [oddlyRead],
    covers: [
      "components/responses/WithdrawalAlreadyOpen/**/properties/data",
      "components/responses/ValueRefused/**/properties/data",
      "components/responses/CodeRefused/**/properties/data",
      "components/responses/ResendRefused/**/properties/data",
      "components/responses/WebhookRefused/**/properties/data",
      "components/responses/RequestMalformed/**/properties/data",
      "components/responses/MethodNotAllowed/**/properties/data",
      "components/responses/BodyTooLarge/**/properties/data",
      "components/schemas/PlainRefusal/**/properties/data",
      "components/schemas/WithdrawalRefusal/**/properties/data",
      "components/schemas/WithdrawalStateRefusal/**/properties/data",
      "components/schemas/WebhookRefusal/**/properties/data",
    ],
  }),
];
