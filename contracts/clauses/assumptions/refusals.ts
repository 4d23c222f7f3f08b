import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import { withdrawalTried } from "../../stories/withdrawals.ts";
import { assumption } from "./assumption.ts";

/** What a rejection tells beside its status. */
export const refusalClauses = [
  {
    id: "refusal.code",
    text: "A rejection has its constant name in `code`.",
    needs: [oddlyRead],
    covers: ["components/schemas/Refusal/properties/code"],
  },
  {
    id: "refusal.value",
    text: "A refused value comes back as `value`, with `minimum`, `fee` and `realMinimum` or with `balance`, whichever it fell foul of.",
    needs: [oddlyOpened],
    covers: ["components/responses/ValueRefused/**/data/allOf/1/properties/*"],
  },
  {
    id: "refusal.otp-code",
    text: "A refused code is told with `withdrawId`, and with `attemptsLeft` if it was wrong or `otpExpiresAt` if it has expired.",
    needs: [withdrawalTried],
    covers: ["components/responses/CodeRefused/**/data/allOf/1/properties/*"],
  },
  {
    id: "refusal.resend",
    text: "A refused resend is told with `withdrawId`, and with `otpExpiresAt` or `withdrawalStatus`, whichever stood in the way.",
    needs: [withdrawalTried],
    covers: ["components/responses/ResendRefused/**/data/allOf/1/properties/*"],
  },
  {
    id: "refusal.withdrawal",
    text: "Other rejections about a withdrawal have its `withdrawId`, and where its state is the reason also `withdrawalStatus`.",
    needs: [oddlyOpened],
    covers: [
      "components/schemas/WithdrawalRefusal/**/data/allOf/1/properties/*",
      "components/schemas/WithdrawalStateRefusal/**/data/allOf/1/properties/*",
    ],
  },
  {
    id: "refusal.webhook-creation",
    text: "A webhook that is not created is told with `url` and `rule`, or with `events` and `allowed`, whichever was wrong.",
    needs: [oddWebhooks],
    covers: ["components/responses/WebhookRefused/**/data/allOf/1/properties/*"],
  },
  {
    id: "refusal.webhook",
    text: "Other rejections about a webhook have its `webhookId`.",
    needs: [oddlyRead],
    covers: ["components/schemas/WebhookRefusal/**/data/allOf/1/properties/*"],
  },
  {
    id: "refusal.request",
    text: "A refused request is told with `problems`, each with `at` and `message`; a wrong method with the `allowed` ones; too large a body with `limitBytes`.",
    needs: [oddlyOpened],
    covers: [
      "components/responses/RequestMalformed/**/data/allOf/1/properties/**",
      "components/responses/MethodNotAllowed/**/data/allOf/1/properties/*",
      "components/responses/BodyTooLarge/**/data/allOf/1/properties/*",
    ],
  },
].map((said) => assumption({ section: "Errors", ...said }));
