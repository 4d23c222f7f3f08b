import type { Company } from "../../domain/company.ts";
import type { operations } from "../../spec/generated/interface-api.ts";
import type { Handlers } from "../server/handler.ts";
import { balanceShape, balanceView } from "../view/balance-view.ts";

interface BalanceRead extends ReturnType<typeof balanceView> {
  readonly type: "balance-read";
}

/** The last view of each company: while it stays the same, its text need not be written again. */
const views = new WeakMap<Company, BalanceRead>();

function keptView(company: Company): BalanceRead {
  const { ledger, holds } = company;
  const known = views.get(company);
  const isCurrent =
    known?.balance === ledger.available &&
    known.reservedBalance === ledger.reserved &&
    known.reserveHolds.source === holds.list;
  if (known !== undefined && isCurrent) return known;
  const view: BalanceRead = { type: "balance-read", ...balanceView(company) };
  views.set(company, view);
  return view;
}

/** Interface: "Balance" and "Withdrawal fee simulation". */
export const balanceHandlers = {
  getBalance: {
    shapes: { "balance-read": balanceShape },
    answer: (_call, session) => session.read((_moment, company) => keptView(company)),
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
