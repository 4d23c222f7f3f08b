import { around } from "../model/around.ts";
import type { Seen } from "../model/seen.ts";
import { actsIn } from "../trace/find.ts";

/** With less on the account there may be nothing to withdraw, in cents. */
const MIN_AVAILABLE_CENTS = 10_000;

/** The daily withdrawals that the run had made with enough on the account, with what was read before and after each. */
export function dailyWithdrawals({ trace, histories, balances, isBefore }: Seen) {
  return actsIn(trace, "daily-withdrawal").flatMap((act) => {
    const { before, after } = around(balances, act, isBefore);
    const isEnough = before !== undefined && Number(before.available) >= MIN_AVAILABLE_CENTS;
    if (!isEnough) return [];
    const { before: known, after: later } = around(histories, act, isBefore);
    const isOut = after.some(({ available }) => Number(available) < Number(before.available) / 4);
    return [{ act, money: { before, after }, isOut, known, later }];
  });
}
