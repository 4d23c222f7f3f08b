import type { operations } from "../../spec/generated/interface-api.ts";
import type { Handlers } from "../server/handler.ts";
import { balanceShape, balanceView } from "../view/balance-view.ts";

/** Interface: "Balance" and "Withdrawal fee simulation". */
export const balanceHandlers = {
  getBalance: {
    shapes: { "balance-read": balanceShape },
    answer: (_call, session) => session.read((_moment, company) => ({ type: "balance-read", ...balanceView(company) })),
  },
  simulateWithdrawalFee: {
    shapes: { "fee-simulated": { value: true, fee: true, netValue: true, minimum: true, realMinimum: true } },
    answer: ({ query }, session) =>
      session.read(({ world }, { ledger }) => {
        const value = query.value ?? Math.max(0, ledger.available);
        const { withdrawalFee: fee, minimumWithdrawal: minimum } = world.settings;
        return { type: "fee-simulated", value, fee, netValue: value - fee, minimum, realMinimum: minimum + fee };
      }),
  },
} satisfies Partial<Handlers<operations>>;
