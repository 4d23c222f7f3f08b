import { actsBetween, brackets, sumOf } from "../model/balances.ts";
import { idsIn } from "../model/ids.ts";
import { gainIn, type Movement } from "../model/movements.ts";
import { toldFee } from "../model/outflow.ts";
import type { Seen } from "../model/seen.ts";
import { feeShare } from "../model/simulations.ts";
import { withdrawalOpened } from "../stories/initiations.ts";
import { oddlyOpened } from "../stories/odd-requests.ts";
import { codeRenewed, withdrawalPaid, withdrawalReviewed, withdrawalTried } from "../stories/withdrawals.ts";
import { actsIn } from "../trace/find.ts";
import { clause } from "./clause.ts";
import { Broken, each, NOT_SHOWN, NotJudged } from "./judging.ts";

const documented = { section: "What the service does" } as const;

/** What withdrawals take from the balance, from before they were opened until after their end. */
export const moneyClauses = [
  clause({
    ...documented,
    id: "money.ended-withdrawal",
    text: "A withdrawal that was cancelled or declined has taken nothing from the balance, and added nothing to it.",
    needs: [withdrawalOpened, oddlyOpened, withdrawalTried, codeRenewed, withdrawalReviewed],
    judge: (seen) => {
      const ended = seen.movements.filter(({ end }) => end !== "paid");
      for (const [how, own] of Map.groupBy(ended, (one) => howEnded(one, seen))) {
        mustAgree(own, seen, ({ lessCents }) => lessCents === 0, how);
      }
      return each(ended);
    },
  }),
  clause({
    ...documented,
    id: "money.paid-withdrawal",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "A withdrawal that was paid has taken its value from the balance, and at most the simulated fee with it.",
    needs: [withdrawalPaid, withdrawalReviewed],
    judge: (seen) => {
      // Another clause tells of one whose code was taken more than once.
      const paid = seen.movements.filter(
        (one) => one.end === "paid" && (isOnce(one.withdrawal, seen) || !isDouble(one)),
      );
      // What has not left yet may leave later.
      const late = paid.filter(({ lessCents, withdrawal }) => lessCents >= withdrawal.valueCents);
      // Where no fee is told any is right.
      const told = late.filter(({ withdrawal }) => toldFee(withdrawal, seen) !== undefined);
      for (const own of Map.groupBy(told, ({ withdrawal }) => withdrawal.state).values()) {
        mustAgree(
          own,
          seen,
          (one) => one.lessCents <= one.withdrawal.valueCents + feeOf(one, seen) && !isRest(one, seen),
          "paid",
        );
      }
      return each(late);
    },
  }),
  clause({
    ...documented,
    id: "money.paid-once",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal is paid once, however often it is confirmed.",
    needs: [withdrawalPaid],
    judge: (seen) => {
      const again = seen.confirmations.filter(
        ({ code, state }) => code === "right" && (state === "confirmed" || state === "in-review"),
      );
      const moved = again.flatMap(({ accepted, call, withdrawal }) => {
        const movement = seen.movements.find((one) => one.withdrawal === withdrawal && one.end === "paid");
        return accepted && movement !== undefined ? [{ ...movement, call }] : [];
      });
      const double = moved.find(isDouble);
      if (double !== undefined) {
        const { withdrawal, lessCents, before, call, after } = double;
        const evidence = [before, call, after];
        throw new Broken(`a withdrawal of ${withdrawal.valueCents} cents took ${lessCents}: ${twice}`, evidence);
      }
      const isMoved = moved.some(({ lessCents, withdrawal }) => lessCents >= withdrawal.valueCents);
      if (isMoved || again.some(({ rejected }) => rejected)) return undefined;
      throw new NotJudged(again.length > 0 ? "a code is taken again, and nothing shows a second payment" : NOT_SHOWN);
    },
  }),
];

/**
 * Others may move money at any moment, but hardly the same amount each time: what is wrong is wrong of all, and of two at
 * least, unless the amount is the withdrawal's own.
 */
function mustAgree(movements: readonly Movement[], seen: Seen, isRight: (one: Movement) => boolean, how: string): void {
  if (movements.some(isRight)) return;
  // What comes back may take a while, and then seems to come from a later withdrawal.
  const missing = seen.movements.filter(({ isSettled, end }) => !isSettled && end !== "paid");
  const isBack = (one: Movement) => missing.some(({ lessCents }) => lessCents > 0 && lessCents === -one.lessCents);
  const wrong = movements.filter((one) => (one.isSettled && !isBack(one)) || one.end === "paid");
  const [first] = wrong;
  if (first === undefined) return;
  // What others pay may be the same each time; then there is more than before.
  const isSame = first.lessCents >= 0 && wrong.every((one) => surplus(one) === surplus(first)) && wrong.length > 1;
  const telling = wrong.find((one) => isOwnAmount(one, seen));
  if (!isSame && telling === undefined) return;
  const { before, after, lessCents, withdrawal } = telling ?? first;
  throw new Broken(
    `a withdrawal of ${withdrawal.valueCents} cents was ${how}, and the balance, with what is held, has changed by ${-lessCents}`,
    [before, withdrawal.initiation, after],
  );
}

/** What a target does at the end may depend on what was before. */
function howEnded({ withdrawal, end }: Movement, { cancellations, life }: Seen): string {
  const [first, ...others] = cancellations.filter((one) => one.withdrawal === withdrawal);
  if (first === undefined || others.length > 0) return first === undefined ? end : `${end} twice`;
  if (first.wrongBefore >= 5) return `${end} after five wrong codes`;
  return first.codeAge.leastMs >= life.atMostMs ? `${end} after its code had expired` : end;
}

function isOwnAmount(one: Movement, seen: Seen): boolean {
  const { valueCents } = one.withdrawal;
  const fee = feeOf(one, seen);
  const costs = [1, 2].flatMap((times) => [0, fee, 2 * fee].map((more) => times * valueCents + more));
  const own = isPaidInBesides(seen) ? costs : [...costs, fee];
  return isRest(one, seen) || own.some((cents) => cents > 0 && Math.abs(one.lessCents) === cents);
}

/** Whether less is there than value and fee explain, by so little that it cannot be a withdrawal of others. */
function isRest(one: Movement, seen: Seen): boolean {
  const fee = one.end === "paid" ? feeOf(one, seen) : 0;
  const more = surplus(one);
  const restCents = more < fee && isFeeInValue(seen) ? more : more - fee;
  return restCents > 0 && restCents < MAX_REST_CENTS && !isShare(one, seen) && !isPaidInByOthers(one, seen);
}

/**
 * Whether others may have paid in: something is held that no charge of the run has brought, and that was not held in the
 * beginning, or is retained beside the holds, or there once was more than the run has brought in or back.
 */
function isPaidInByOthers(one: Movement, seen: Seen): boolean {
  const { before, after } = one;
  const [had, has] = [before, after].map(({ reserved, holds }) => Number(reserved) - sumOf(holds));
  if (had !== has) return true;
  const own = seen.balances.filter(({ account }) => account === before.account);
  const known = new Set([...(own[0]?.holds ?? []).map(({ chargeId }) => chargeId), ...idsIn(seen.trace)]);
  if ([...before.holds, ...after.holds].some(({ chargeId }) => !known.has(chargeId))) return true;
  const charged = actsIn(seen.trace, "make-charge").map(({ given }) => Number(given.total));
  const returned = seen.withdrawals.flatMap(({ valueCents }) => [valueCents, valueCents + feeOf(one, seen)]);
  return brackets(own).some((pair) => {
    const gain = gainIn(pair);
    return gain > 0 && ![...charged, ...returned].includes(gain) && actsBetween(pair, seen).length === 0;
  });
}

/** Whether the recipient gets what is left of the value: what others pay in can make a fee on top look like a few cents. */
function isFeeInValue({ simulations }: Seen): boolean {
  return simulations.some(({ told, asked }) => {
    const value = told.get("value") ?? asked;
    return value !== undefined && told.get("netValue") === value - Number(told.get("fee"));
  });
}

/** Whether the fee may be a share of what is withdrawn, as the simulation of another amount tells it. */
function isShare(one: Movement, { simulations }: Seen): boolean {
  const shares = simulations.map((simulation) => feeShare(simulation, one.withdrawal.valueCents));
  return shares.some((share) => share >= 1 && Math.abs(share - surplus(one)) < 1);
}

/** Whether other amounts came in, too, while withdrawals ended: one like the fee may be one of them then. */
function isPaidInBesides(seen: Seen): boolean {
  const ended = seen.movements.filter(({ end, lessCents }) => end !== "paid" && lessCents < 0);
  return new Set(ended.map(({ lessCents }) => lessCents)).size > 1;
}

function surplus({ lessCents, withdrawal, end }: Movement): number {
  return end === "paid" ? lessCents - withdrawal.valueCents : lessCents;
}

/** Any is right where none is told. */
function feeOf({ withdrawal }: Movement, seen: Seen): number {
  return toldFee(withdrawal, seen) ?? Number.POSITIVE_INFINITY;
}

function isOnce(withdrawal: Movement["withdrawal"], { confirmations }: Seen): boolean {
  return confirmations.filter((one) => one.accepted && one.withdrawal === withdrawal).length === 1;
}

/** Whether a payment took as much as two of them. */
function isDouble({ lessCents, withdrawal }: Movement): boolean {
  return lessCents >= 2 * withdrawal.valueCents;
}

/** What is less than this cannot be a withdrawal of others. */
export const MAX_REST_CENTS = 50;
const twice = "its code was accepted twice";
