import { everything, type JsonObject } from "../judge/json.ts";
import { addedBetween, type HistoryReading, mayBeCut, recordOf, says } from "../model/history.ts";
import type { Seen } from "../model/seen.ts";
import type { SeenWithdrawal } from "../model/withdrawals.ts";
import { dailyWithdrawal } from "../stories/automatic.ts";
import { clause } from "./clause.ts";
import { dailyWithdrawals } from "./daily-withdrawals.ts";
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
    (seen) =>
      each(
        dailyWithdrawals(seen).filter(({ money }) => money.after.length > 0),
        ({ act, money: { before, after }, isOut, known, later }) => {
          if (isOut) return;
          // Others may have been paid since, so that the balance alone does not show what went out.
          const made = later.flatMap((reading) =>
            known === undefined ? [] : addedBetween(known, reading, seen.withdrawals),
          );
          if (made.some((record) => saysMostOf(record, Number(before.available)))) return;
          // The money of a payment that failed comes back.
          if (later.some((reading) => failedIn(reading) > failedIn(known))) return;
          // It may have failed where the history does not show all of its pages.
          if (later.every((reading) => hidesSome(reading, seen))) return;
          throw new Broken(
            `the available balance should have gone out, and ${after.at(-1)?.available} cents are left`,
            [act, ...after.map(({ call }) => call)],
          );
        },
      ),
  ),
];

function failedIn(history: HistoryReading | undefined): number {
  return history?.records.filter((record) => says(record, "FAILED")).length ?? 0;
}

/** Whether a page of the history lacks a withdrawal of the run, as it may lack others. */
function hidesSome(reading: HistoryReading, { withdrawals, isBefore }: Seen): boolean {
  const isHidden = (one: SeenWithdrawal) =>
    one.account === reading.account && isBefore(one.initiation, reading.call) && recordOf(reading, one) === undefined;
  return mayBeCut(reading) && withdrawals.some(isHidden);
}

/** Whether a record says an amount that is nearly all of these cents, and no other kind of number. */
function saysMostOf(record: JsonObject, cents: number): boolean {
  return [...everything(record)].some(({ value }) => Number(value) >= (cents * 3) / 4 && Number(value) <= 2 * cents);
}
