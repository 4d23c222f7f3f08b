import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/interface-api.ts";
import { commandHandler, type Handlers } from "../server/handler.ts";
import { withdrawalShape, withdrawalView } from "../view/withdrawal-view.ts";

/** Interface: "Endpoints" under /account-balance/withdraw and the history. */
export const withdrawalHandlers = {
  initiateWithdrawal: commandHandler(({ body }, companyId) => ({ ...body, type: "initiate-withdrawal", companyId })),
  confirmWithdrawal: commandHandler(({ body }, companyId) => ({ ...body, type: "confirm-withdrawal", companyId })),
  resendOtp: commandHandler(({ body }, companyId) => ({ ...body, type: "resend-otp", companyId })),
  cancelWithdrawal: commandHandler(({ body }, companyId) => ({ ...body, type: "cancel-withdrawal", companyId })),
  listWithdrawals: {
    shapes: { "withdrawals-listed": { withdrawals: [withdrawalShape] } },
    answer: (_call, session) =>
      session.read(({ world }, { withdrawIds }) => {
        const newestFirst = withdrawIds.map((id) => withdrawalView(existing(world.withdrawals, id))).reverse();
        return { type: "withdrawals-listed", withdrawals: newestFirst };
      }),
  },
} satisfies Partial<Handlers<operations>>;
