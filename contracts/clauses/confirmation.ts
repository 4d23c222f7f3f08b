import type { Payment } from "../model/payments.ts";
import type { Seen } from "../model/seen.ts";
import { isOwnInstance, isSettlementSet, settingsFor } from "../model/settings.ts";
import { type Confirmation, saysReview } from "../model/withdrawals.ts";
import { withdrawalPaid, withdrawalReviewed } from "../stories/withdrawals.ts";
import { MAX_LIST_LAG_MS } from "../trace/pages.ts";
import { clause, every } from "./clause.ts";
import { Broken, NOT_SHOWN, NotJudged } from "./judging.ts";

/** What follows the right code. */
export const confirmationClauses = [
  clause({
    id: "confirmation.approved",
    section: "States and transitions: Withdrawal",
    text: "Without a review of withdrawals, the response to the right code has the `status` `APPROVED`.",
    needs: [withdrawalPaid],
    covers: [
      "components/responses/CodeAccepted/content/application~1json/schema/allOf/1/properties/data/properties/status",
    ],
    judge: (seen) =>
      answeredAs(
        false,
        seen,
        "withdrawals are not reviewed, and the right code got PENDING_REVIEW",
        "each withdrawal of this account is reviewed",
      ),
  }),
  clause({
    id: "confirmation.pending-review",
    section: "States and transitions: Withdrawal",
    text: "Where withdrawals are approved manually, the response to the right code has the `status` `PENDING_REVIEW`.",
    needs: [withdrawalReviewed, withdrawalPaid],
    judge: (seen) =>
      answeredAs(
        true,
        seen,
        "withdrawals are reviewed, and the right code did not get PENDING_REVIEW",
        "no withdrawal of this account is reviewed, and it is not known that they should be",
      ),
  }),
  clause({
    id: "confirmation.answered-before-payment",
    section: "States and transitions: Withdrawal",
    text: "The response to the right code does not wait for the payment, which may still be under way then.",
    needs: [withdrawalPaid],
    judge: (seen) => {
      const { payments, isBefore } = seen;
      const plain = payments.filter(({ isReviewed }) => !isReviewed);
      const early = plain.find((payment) => isPaidAtOnce(payment, seen));
      if (early !== undefined)
        throw new Broken("payments take a while on this instance, and one was over with the response to its code", [
          early.confirmation,
          early.shown[0]?.reading,
        ]);
      const isSeen = plain.some(({ paidBy, shown }) =>
        shown.some(({ reading }) => paidBy === undefined || isBefore(reading.call, paidBy)),
      );
      if (isSeen) return undefined;
      throw new NotJudged("no payment was seen to be under way after its code was accepted");
    },
  }),
  every({
    id: "confirmation.review-waits",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal in review is not paid out before a super admin approves it.",
    needs: [withdrawalReviewed, withdrawalPaid],
    those: (seen) => seen.payments.filter((payment) => payment.isReviewed && waited(payment, seen).length > 0),
    judge: (payment, seen) => {
      const { completion, confirmation, approval } = payment;
      const paid = waited(payment, seen).find(
        ({ status, endToEndId }) => endToEndId !== undefined || status === "CONFIRMED" || status === "APPROVED",
      );
      const isTold =
        completion !== undefined &&
        completion.at < confirmation.call.answeredAt + shortMs &&
        (approval === undefined || seen.isBefore(completion, approval));
      if (paid === undefined && !isTold) return;
      throw new Broken("a withdrawal in review went on without an approval", [confirmation, paid?.reading]);
    },
  }),
  every({
    id: "confirmation.approval-pays",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal in review goes into processing once a super admin approves it.",
    needs: [withdrawalReviewed, withdrawalPaid],
    those: ({ payments }) => payments.filter(({ isReviewed, approval }) => isReviewed && approval !== undefined),
    judge: ({ paidBy, approval, shown, confirmation }, seen) => {
      if (paidBy !== undefined) return;
      const late = shown.find(({ at }) => approval !== undefined && at - approval.at >= approvalMs);
      if (late === undefined) throw new NotJudged("the run did not wait long enough after the approval");
      // When a payment in processing is confirmed is not shown.
      if (late.status !== "PENDING_REVIEW" && !isSettlementSet(confirmation.call, seen)) return;
      throw new Broken(`two minutes after its approval a withdrawal is not paid, and still ${late.status}`, [
        confirmation,
        late.reading,
      ]);
    },
  }),
];

/** Whether withdrawals are reviewed shows in what the right code gets. */
function answeredAs(isReviewed: boolean, seen: Seen, fault: string, unknown: string): undefined {
  const others = accepted(seen).filter(({ call }) => saysReview(call) !== isReviewed);
  const wrong = others.find((one) => contradicts(one, isReviewed, seen));
  if (wrong !== undefined) throw new Broken(fault, [wrong]);
  if (others.length < accepted(seen).length) return undefined;
  throw new NotJudged(accepted(seen).length === 0 ? NOT_SHOWN : unknown);
}

function accepted({ confirmations }: Seen) {
  return confirmations.filter((one) => one.accepted && one.state === "open");
}

/**
 * Whether a right code was not answered as this setting demands. An instance may review only some amounts: then the setting
 * that the run has made is contradicted by what happens to one amount both ways, or to two amounts alike.
 */
function contradicts(one: Confirmation, manualApproval: boolean, seen: Seen): boolean {
  const isSet = ({ call }: Confirmation) => settingsFor(call, seen).manualApproval === manualApproval;
  if (!isSet(one)) return false;
  if (isSettlementSet(one.call, seen) || !isOwnInstance(one.call.account, seen.trace)) return true;
  const alike = accepted(seen).filter((other) => other.call.account === one.call.account && isSet(other));
  const right = alike.filter(({ call }) => saysReview(call) === manualApproval).map(amountOf);
  return right.length > 0 ? right.includes(amountOf(one)) : new Set(alike.map(amountOf)).size > 1;
}

function amountOf({ withdrawal }: Confirmation): number | undefined {
  return withdrawal?.valueCents;
}

/** Only where the run has set how long payments take is one too early; either sign alone may come before the payment. */
function isPaidAtOnce({ confirmation: { call }, shown: [first] }: Payment, seen: Seen): boolean {
  const isAtOnce = first !== undefined && first.at - call.answeredAt < 1_000;
  return isAtOnce && isSettlementSet(call, seen) && first.endToEndId !== undefined && first.status === "CONFIRMED";
}

/** What the history said of it before an approval, as long as no other caller can have approved it either. */
function waited({ shown, approval, confirmation }: Payment, seen: Seen) {
  const { call } = confirmation;
  const isOurs = isOwnInstance(call.account, seen.trace);
  const before = shown.filter(({ reading }) => approval === undefined || seen.isBefore(reading.call, approval));
  const sure = before.filter(({ reading }) => reading.call.askedAt >= call.answeredAt + MAX_LIST_LAG_MS);
  return sure.filter(({ at }) => isOurs || at < call.answeredAt + shortMs);
}

/** Within this, no super admin but the run's own approves a withdrawal. */
const shortMs = 10_000;
const approvalMs = 2 * 60_000;
