import { createCharge, moveCharge } from "./model-charges.ts";
import { createWebhook, moveWebhook, redeliver } from "./model-deliveries.ts";
import type { ModelAnswer, ShortRequest } from "./model-request.ts";
import type { ModelState } from "./model-state.ts";
import { confirm, initiate, moveWithdrawal, resend } from "./model-withdrawals.ts";

/** What is asked of the world as it is, not of its history or its surroundings. */
export type StateRequest = Exclude<ShortRequest, { do: "set-route" | "set-bookmark" | "remove-bookmark" }>;

/** Does what is asked for, where the rules allow it, and says what the answer will be. */
export function answerTo(state: ModelState, request: StateRequest): ModelAnswer {
  switch (request.do) {
    case "create-charge":
      return createCharge(state, request);
    case "process":
    case "pay":
    case "expire":
    case "refund":
    case "chargeback":
      return moveCharge(state, request.do, request.target);
    case "initiate":
      return initiate(state, request.value);
    case "confirm":
      return confirm(state, request.target, request.isRight);
    case "resend":
      return resend(state, request.target);
    case "cancel":
    case "approve":
    case "decline":
    case "settle-confirmed":
    case "settle-failed":
      return moveWithdrawal(state, request.do, request.target);
    case "create-webhook":
      return createWebhook(state, request);
    case "delete-webhook":
    case "reactivate":
    case "test-webhook":
      return moveWebhook(state, request.do, request.target);
    case "redeliver":
      return redeliver(state, request.target);
    case "change-settings":
      state.settings = { ...state.settings, ...request.patch };
      return { type: "settings-changed" };
  }
}
