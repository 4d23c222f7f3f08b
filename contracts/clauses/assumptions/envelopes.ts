import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import type { Story } from "../../stories/story.ts";
import { codeRenewed, withdrawalPaid } from "../../stories/withdrawals.ts";
import type { Clause } from "../clause.ts";
import { assumption } from "./assumption.ts";

const section = "Resources and their fields: Response envelope";

type Row = readonly [name: string, story: Story, response: string, what: string, form: "object" | "array"];

/** Where responses have what they are about. */
const rows: readonly Row[] = [
  ["initiation", oddlyOpened, "Initiated", "The answer to an initiation has the withdrawal", "object"],
  ["fee-simulation", oddlyRead, "FeeSimulated", "The answer to a fee simulation has the simulation", "object"],
  ["confirmation", withdrawalPaid, "CodeAccepted", "The answer to the right code has the withdrawal", "object"],
  ["resend", codeRenewed, "CodeResent", "The answer to a resend has the withdrawal", "object"],
  ["cancellation", oddlyOpened, "Cancelled", "The answer to a cancellation has the withdrawal", "object"],
  ["history", oddlyRead, "WithdrawalsListed", "The history's answer has the withdrawals", "array"],
  ["webhook-creation", oddWebhooks, "WebhookCreated", "The answer to a webhook's creation has the webhook", "object"],
  ["webhook-list", oddlyRead, "WebhooksListed", "The answer with the list of webhooks has them", "array"],
  ["webhook-events", oddlyRead, "WebhookEventsListed", "The list of events has their names as strings", "array"],
  ["delivery-log", oddWebhooks, "DeliveryLogListed", "The answer with a webhook's log has the entries", "array"],
  ["webhook-test", oddWebhooks, "TestDeliveryTriggered", "The answer to a webhook's test has the delivery", "object"],
];

/** What surrounds the content of each answer. */
export const envelopeClauses: readonly Clause[] = [
  assumption({
    id: "envelope.status-and-message",
    section,
    text: "Every answer has an integer `status`, that of HTTP, and a string `message`, not only the one about the balance.",
    needs: [oddlyRead],
    covers: ["components/schemas/Envelope/properties/*"],
  }),
  ...rows.map(([name, story, response, what, form]) =>
    assumption({
      id: `envelope.${name}`,
      section,
      text: `${what} in an ${form} \`data\`.`,
      needs: [story],
      covers: [`components/responses/${response}/**/properties/data`],
    }),
  ),
  assumption({
    id: "envelope.refusal",
    section,
    text: "A rejection tells what was rejected in an object `data`.",
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
