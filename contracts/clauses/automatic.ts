import { everything, type JsonObject } from "../judge/json.ts";
import { around } from "../model/balances.ts";
import { addedBetween, says } from "../model/history.ts";
import { dailyWithdrawal } from "../stories/automatic.ts";
import { clause } from "./clause.ts";
import { Broken, each } from "./judging.ts";

/** What goes out each day without a request. */
export const automaticClauses = [
  clause(
    {
      id: "automatic.pays-out-daily",
      section: "What the service does",
      text: "Where automatic withdrawal is set up, the available balance goes out each day without an API call.",
      needs: [dailyWithdrawal],
    },
    ({ trace, balances, histories, withdrawals, isBefore }) =>
      each(
        trace
          .filter((entry) => entry.kind === "act")
          .filter(({ capability }) => capability === "daily-withdrawal")
          .flatMap((act) => {
            const { before, after } = around(balances, act, isBefore);
            // With next to nothing on the account there is nothing to withdraw.
            const isRead = before !== undefined && after.length > 0;
            return isRead && Number(before.available) >= 10_000 ? [{ act, before, after }] : [];
          }),
        ({ act, before, after }) => {
          if (after.some(({ available }) => Number(available) < Number(before.available) / 2)) return;
          const own = histories.filter(({ account }) => account === act.account);
          const [known] = own.filter(({ call }) => isBefore(call, act)).slice(-1);
          const later = own.filter(({ call }) => isBefore(act, call));
          // The money of a payment that failed comes back.
          if (later.some(({ records }) => records.some((record) => says(record, "FAILED")))) return;
          // Others may have been paid since, so that the balance alone does not show what went out.
          const made = later.flatMap((reading) =>
            known === undefined ? [] : addedBetween(known, reading, withdrawals),
          );
          if (made.some((record) => saysMostOf(record, Number(before.available)))) return;
          throw new Broken(
            `the available balance should have gone out, and ${after.at(-1)?.available} cents are left`,
            [act, ...after.map(({ call }) => call)],
          );
        },
      ),
  ),
];

/** Whether a record says an amount that is at least half of so many cents, and no other kind of number. */
function saysMostOf(record: JsonObject, cents: number): boolean {
  return [...everything(record)].some(({ value }) => Number(value) >= cents / 2 && Number(value) <= 2 * cents);
}
