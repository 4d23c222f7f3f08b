import { around } from "../model/around.ts";
import {
  actsBetween,
  type BalanceReading,
  type Bracket,
  canShowPayment,
  type Hold,
  isWithoutOutflow,
  MAX_PAYMENT_MS,
  moreAvailable,
  sumOf,
} from "../model/balances.ts";
import { BOOKED_MS, gainIn } from "../model/movements.ts";
import { orderedTotal, toldOf } from "../model/occurrences.ts";
import { ownOutflow } from "../model/outflow.ts";
import type { Seen } from "../model/seen.ts";
import { settingsFor } from "../model/settings.ts";
import { accountRead } from "../stories/readings.ts";
import { chargeHeld, chargeNotHeld } from "../stories/reserve.ts";
import { actsIn, memberCalled } from "../trace/find.ts";
import type { OutsideAct } from "../trace/trace.ts";
import { clause, right } from "./clause.ts";
import { Broken, each } from "./judging.ts";

const body = "components/responses/BalanceRead/content/application~1json/schema/properties";
const data = `${body}/data/properties`;

/** What can be withdrawn. */
export const balanceClauses = [
  right({
    id: "balance.envelope-status",
    section: "Resources and their fields: Response envelope",
    text: "The response to a balance request has an integer `status`, which counts like a status of HTTP.",
    needs: [accountRead],
    covers: [`${body}/status`],
    those: ({ balances }) => balances,
    wrong: ({ call }) => {
      const status = memberCalled(call.response?.json, "status");
      const isWrong = typeof status === "number" && (status < 200 || status > 299);
      return isWrong && `the envelope of a success must have a status of 200 to 299, and has ${status}`;
    },
  }),
  clause({
    id: "balance.envelope-message",
    section: "Resources and their fields: Response envelope",
    text: "The response to a balance request has a string `message`.",
    needs: [accountRead],
    covers: [`${body}/message`],
  }),
  clause({
    id: "balance.envelope-data",
    section: "Resources and their fields: Response envelope",
    text: "The response to a balance request has an object `data`, which contains the balance.",
    needs: [accountRead],
    covers: [`${body}/data`],
  }),
  clause({
    id: "balance.available",
    section: "Resources and their fields: Balance",
    text: "`balance` is what can be withdrawn, an integer of cents; what is held does not count in it.",
    needs: [accountRead, chargeHeld],
    covers: [`${data}/balance`],
    judge: (seen) => {
      for (const { before, after, chargeId, total, act } of paidCharges(seen)) {
        const held = heldSince(before, after, chargeId);
        if (held === undefined || moreAvailable({ before, after }) !== total) continue;
        throw new Broken(`${held} of ${total} cents are held of a paid charge, and all of it counts in the balance`, [
          before,
          act,
          after,
        ]);
      }
      return each(seen.balances.filter(has("balance")));
    },
  }),
  clause({
    id: "balance.currency",
    section: "Resources and their fields: Balance",
    text: "`currency` is the string `BRL`.",
    needs: [accountRead],
    covers: [`${data}/currency`],
  }),
  right({
    id: "balance.reserved",
    section: "Resources and their fields: Balance",
    text: "`reservedBalance` is what the financial reserve retains, an integer of cents, and not less than the pending holds.",
    needs: [accountRead, chargeHeld],
    covers: [`${data}/reservedBalance`],
    those: ({ balances }) => balances.filter(has("reservedBalance")),
    wrong: (reading) => {
      const pending = sumOf(pendingIn(reading));
      const isLess = reading.reserved !== undefined && reading.reserved < pending;
      return isLess && `holds of ${pending} cents are pending, and reservedBalance is ${reading.reserved}`;
    },
  }),
  clause({
    id: "balance.holds",
    section: "Resources and their fields: Balance",
    text: "`reserveHolds` is an array of the pending holds.",
    needs: [accountRead, chargeHeld],
    covers: [`${data}/reserveHolds`],
    judge: (seen) => {
      for (const { before, after, chargeId, total, act } of paidCharges(seen)) {
        const retained = Number(after.reserved) - Number(before.reserved);
        const isListed = after.holds.some((hold) => hold.chargeId === chargeId);
        const isQuiet = moreAvailable({ before, after }) + retained === total;
        if (retained <= 0 || isListed || !isQuiet || sumOf(after.holds) > sumOf(before.holds)) continue;
        throw new Broken(`${retained} cents of a paid charge are retained, and no hold of it is listed`, [act, after]);
      }
      return each(seen.balances.filter(has("reserveHolds")));
    },
  }),
  clause({
    id: "balance.paid-charge-available",
    section: "What the service does",
    text: "Where nothing is retained, the amount of a charge counts in `balance` as soon as it is paid, and once.",
    needs: [chargeNotHeld, chargeHeld],
    judge: (seen) => {
      const charges = paidCharges(seen);
      // Others may be paid at the same time, but hardly as much as different charges of the run.
      const twice = charges.filter((one) => gainIn(one) === 2 * one.total && isPaidAlone(one, seen));
      if (new Set(twice.map(({ total }) => total)).size > 1)
        throw new Broken(
          "charges that were paid have raised the balance by twice their amounts",
          twice.flatMap(({ before, act, after }) => [before, act, after]),
        );
      return each(
        charges.filter((paid) => isWithoutOutflow(paid) && (!isRetained(paid) || isWithoutRetention(paid, seen))),
        ({ before, after, total, act }) => {
          const least = Number(before.available) + total - ownOutflow({ before, after }, seen);
          if (Number(after.available) >= least) return;
          throw new Broken(
            `a charge of ${total} cents was paid, and the balance went from ${before.available} to ${after.available}`,
            [before, act, after],
          );
        },
      );
    },
  }),
];

interface PaidCharge extends Bracket {
  readonly chargeId: string;
  readonly total: number;
  readonly act: OutsideAct;
}

function isPaidAlone(bracket: Bracket, seen: Seen): boolean {
  return actsBetween(bracket, seen).filter(({ capability }) => capability === "pay-charge").length === 1;
}

function paidCharges(seen: Seen): readonly PaidCharge[] {
  const { trace, balances, isBefore } = seen;
  return actsIn(trace, "pay-charge").flatMap((act) => {
    const chargeId = String(act.given.chargeId);
    const { before, after } = around(balances, act, isBefore);
    const total = orderedTotal(trace, act.account, chargeId);
    if (before === undefined || total === undefined) return [];
    // The payment may still be processed for a while after the act, until the event tells that it is confirmed.
    const told = seen.occurrences.find((one) => one.act === act);
    const confirmed = told === undefined ? [] : seen.hooks.flatMap((hook) => toldOf(told, hook));
    const dueAt = Math.min(act.at + MAX_PAYMENT_MS, ...confirmed.map(({ first }) => first.at + BOOKED_MS));
    const shown = after.find((one) => canShowPayment({ before, after: one }, total) || one.call.askedAt >= dueAt);
    const isTold = before.available !== undefined && shown?.available !== undefined;
    return isTold ? [{ before, after: shown, chargeId, total, act }] : [];
  });
}

/** What is held of a charge, in one hold or in several, where nothing else has come to be held or was released since. */
function heldSince(before: BalanceReading, after: BalanceReading, chargeId: string): number | undefined {
  const held = sumOf(after.holds.filter((one) => one.chargeId === chargeId));
  const isAlone = sumOf(after.holds) - sumOf(before.holds) === held;
  const isRetained = Number(after.reserved) - Number(before.reserved) === held;
  return isAlone && isRetained && held > 0 ? held : undefined;
}

function isRetained({ before, after, chargeId }: PaidCharge): boolean {
  const isHeld = after.holds.some((hold) => hold.chargeId === chargeId) || after.holds.length > before.holds.length;
  return isHeld || Number(after.reserved) > Number(before.reserved);
}

function isWithoutRetention({ act }: PaidCharge, seen: Seen): boolean {
  return settingsFor(act, seen).retention === null;
}

/** A hold whose time has come may be released at any moment, and is the business of another clause. */
function pendingIn({ holds, call }: BalanceReading): readonly Hold[] {
  return holds.filter(({ releaseAt }) => Number.isNaN(releaseAt) || releaseAt > call.answeredAt + 1_000);
}

/** Returns whether a reading shows a member, whatever that is. */
function has(member: string): (reading: BalanceReading) => boolean {
  return ({ call }) => memberCalled(call.response?.json, member) !== undefined;
}
