import type { Company } from "../../domain/company.ts";
import type { operations } from "../../spec/generated/interface-api.ts";
import { KeptList } from "../../spec/kept-list.ts";
import type { Handlers } from "../server/handler.ts";
import { balanceShape, balanceView } from "../view/balance-view.ts";

interface BalanceRead extends ReturnType<typeof balanceView> {
  readonly type: "balance-read";
}

/** The last view of each company: while it stays the same, its text need not be written again. */
const views = new WeakMap<Company, BalanceRead>();

function keptView(company: Company): BalanceRead {
  const view: BalanceRead = { type: "balance-read", ...balanceView(company) };
  const known = views.get(company);
  if (known !== undefined && isSame(known, view)) return known;
  views.set(company, view);
  return view;
}

/** Views of one shape are the same when each field is; a list is while its source is. */
function isSame(one: BalanceRead, other: BalanceRead): boolean {
  const values = Object.values(other).map(sourceOf);
  return Object.values(one).every((value, index) => sourceOf(value) === values[index]);
}

function sourceOf(value: unknown): unknown {
  return value instanceof KeptList ? value.source : value;
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
