import { everything, type JsonObject } from "../judge/json.ts";
import type { BalanceReading } from "../model/balances.ts";
import { addedBetween, type HistoryReading, mayBeCut, recordOf, says } from "../model/history.ts";
import type { Seen } from "../model/seen.ts";
import { feeShare } from "../model/simulations.ts";
import type { SeenWithdrawal } from "../model/withdrawals.ts";
import { dailyWithdrawal } from "../stories/automatic.ts";
import { every } from "./clause.ts";
import { dailyWithdrawals } from "./daily-withdrawals.ts";
import { Broken } from "./judging.ts";
import { MAX_REST_CENTS } from "./money.ts";

/** What goes out each day without a request. */
export const automaticClauses = [
  every({
    id: "automatic.pays-out-daily",
    section: "What the service does",
    text: "Where automatic withdrawal is set up, the available balance goes out each day without an API call.",
    needs: [dailyWithdrawal],
    those: (seen) => dailyWithdrawals(seen).filter(({ money }) => money.after.length > 0),
    judge: ({ act, money: { before, after }, isOut, known, later }, seen) => {
      const over = after.find((one) => Number(one.available) < Number(before.available) / 4);
      if (over !== undefined && isOverdrawn(before, over, seen))
        throw new Broken(`all of the balance should have gone out, and ${over.available} cents are left`, [
          before,
          act,
          over,
        ]);
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
      throw new Broken(`the available balance should have gone out, and ${after.at(-1)?.available} cents are left`, [
        act,
        ...after.map(({ call }) => call),
      ]);
    },
  }),
];

/** Whether less is left than nothing, by a few cents that are no fee, and by which no other withdrawal can have lowered it. */
function isOverdrawn(before: BalanceReading, { available, account }: BalanceReading, { simulations }: Seen): boolean {
  const cents = -Number(available);
  const own = simulations.filter(({ call }) => call.account === account);
  const fees = own.flatMap((one) => [Number(one.told.get("fee")), feeShare(one, Number(before.available))]);
  const isFee = fees.some((fee) => !(Math.abs(fee - cents) >= 1));
  return fees.length > 0 && !isFee && Number(before.available) > 0 && cents > 0 && cents < MAX_REST_CENTS;
}

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
