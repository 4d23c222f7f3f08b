import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import type { CompanyHandler, Handlers } from "../server/handler.ts";
import { messageShape, messageView } from "../view/message-view.ts";
import { withdrawalShape, withdrawalView } from "../view/withdrawal-view.ts";

export const controlWithdrawalShapes: OutcomeShapes = {
  "withdrawal-read": withdrawalShape,
  "inbox-read": { messages: [messageShape] },
};

type WithdrawalOperation =
  | "getWithdrawal"
  | "approveWithdrawal"
  | "declineWithdrawal"
  | "settleWithdrawal"
  | "listInbox";

/** The mailbox with the codes, the review, and the settlement by the bank. */
export const controlWithdrawalHandlers: Handlers<Pick<operations, WithdrawalOperation>> = {
  getWithdrawal: {
    outcomes: ["withdrawal-read", "withdrawal-unknown"],
    answer: ({ params: { withdrawId } }, session) =>
      session.read((moment, { companyId }) => {
        const withdrawal = moment.world.withdrawals.get(withdrawId);
        if (withdrawal?.companyId === companyId) return { type: "withdrawal-read", ...withdrawalView(withdrawal) };
        return outcomeView({ type: "withdrawal-unknown", withdrawId }, moment);
      }),
  },
  approveWithdrawal: review("approve-withdrawal", "withdrawal-approved"),
  declineWithdrawal: review("decline-withdrawal", "withdrawal-declined"),
  settleWithdrawal: {
    outcomes: ["withdrawal-settled", "withdrawal-unknown", "withdrawal-state-conflict"],
    answer: ({ params: { withdrawId }, body: { outcome, reason } }, session) =>
      session.execute({ type: "settle-withdrawal", companyId: session.companyId, withdrawId, outcome, reason }),
  },
  listInbox: {
    outcomes: ["inbox-read"],
    answer: ({ query: { withdrawId } }, session) =>
      session.read(({ world }, { inbox }) => {
        const asked = inbox.filter((message) => withdrawId === undefined || message.withdrawId === withdrawId);
        return { type: "inbox-read", messages: asked.map((message) => messageView(world, message)).reverse() };
      }),
  },
};

function review(
  type: "approve-withdrawal" | "decline-withdrawal",
  done: string,
): CompanyHandler<operations["approveWithdrawal"]> {
  return {
    outcomes: [done, "withdrawal-unknown", "withdrawal-state-conflict"],
    answer: ({ params: { withdrawId } }, session) =>
      session.execute({ type, companyId: session.companyId, withdrawId }),
  };
}
