import { must } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/interface-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { withdrawalShape, withdrawalView } from "../view/withdrawal-view.ts";

export const withdrawalListShapes: OutcomeShapes = { "withdrawals-listed": { withdrawals: [withdrawalShape] } };

type WithdrawalOperation =
  | "initiateWithdrawal"
  | "confirmWithdrawal"
  | "resendOtp"
  | "cancelWithdrawal"
  | "listWithdrawals";

/** Interface: "Endpoints" under /account-balance/withdraw and the history. */
export const withdrawalHandlers: Handlers<Pick<operations, WithdrawalOperation>> = {
  initiateWithdrawal: {
    outcomes: ["initiated", "withdrawal-already-open", "withdrawal-below-minimum", "insufficient-balance"],
    answer: ({ body: { value } }, session) =>
      session.execute({ type: "initiate-withdrawal", companyId: session.companyId, value }),
  },
  confirmWithdrawal: {
    outcomes: [
      "code-accepted",
      "withdrawal-unknown",
      "withdrawal-not-awaiting-otp",
      "otp-blocked",
      "otp-expired",
      "otp-incorrect",
    ],
    answer: ({ body: { withdrawId, otpCode } }, session) =>
      session.execute({ type: "confirm-withdrawal", companyId: session.companyId, withdrawId, otpCode }),
  },
  resendOtp: {
    outcomes: ["code-resent", "withdrawal-unknown", "withdrawal-not-awaiting-otp", "otp-still-valid"],
    answer: ({ body: { withdrawId } }, session) =>
      session.execute({ type: "resend-otp", companyId: session.companyId, withdrawId }),
  },
  cancelWithdrawal: {
    outcomes: ["cancelled", "withdrawal-unknown", "withdrawal-not-cancellable"],
    answer: ({ body: { withdrawId } }, session) =>
      session.execute({ type: "cancel-withdrawal", companyId: session.companyId, withdrawId }),
  },
  listWithdrawals: {
    outcomes: ["withdrawals-listed"],
    answer: (_call, session) =>
      session.read(({ world }, { withdrawIds }) => {
        const newestFirst = withdrawIds.map((id) => withdrawalView(must(world.withdrawals, id))).reverse();
        return { type: "withdrawals-listed", withdrawals: newestFirst };
      }),
  },
};
