import type { WithdrawalEvent } from "../event.ts";
import { schedule } from "../schedule.ts";
import type { PayoutPlan, Withdrawal, WithdrawalStatus } from "../withdrawal.ts";
import { addWithdrawal, existing, type World } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveWithdrawals: Evolvers<WithdrawalEvent["type"]> = {
  WithdrawalInitiated(world, { withdrawId, companyId, value, fee, pixKey }, createdAt) {
    begin(world, { withdrawId, companyId, origin: "MANUAL", status: "CREATED", value, fee, pixKey, createdAt });
    existing(world.companies, companyId).openWithdrawalId = withdrawId;
  },
  OtpIssued(world, { withdrawId, companyId, messageId, to, issue, expiresAt, fixedCode }, sentAt) {
    const fixed = fixedCode === undefined ? {} : { fixedCode };
    world.minted.message += 1;
    existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: 0, ...fixed };
    const message = { messageId, companyId, withdrawId, issue, to, sentAt, expiresAt, ...fixed };
    existing(world.companies, companyId).inbox.push(message);
  },
  OtpRefused(world, { withdrawId, wrongAttempts }) {
    const { otp } = existing(world.withdrawals, withdrawId);
    if (otp !== null) otp.wrongAttempts = wrongAttempts;
  },
  WithdrawalConfirmed(world, { withdrawId, payout }, _at, { traceparent }) {
    startPayout(world, traced(close(world, withdrawId, "APPROVED"), traceparent), payout);
  },
  WithdrawalSentToReview(world, { withdrawId }, _at, { traceparent }) {
    traced(close(world, withdrawId, "PENDING_REVIEW"), traceparent);
  },
  WithdrawalApproved(world, { withdrawId, payout }, _at, { traceparent }) {
    startPayout(world, traced(close(world, withdrawId, "APPROVED"), traceparent), payout);
  },
  WithdrawalDeclined(world, { withdrawId }) {
    close(world, withdrawId, "CANCELLED");
  },
  WithdrawalCancelled(world, { withdrawId }) {
    close(world, withdrawId, "CANCELLED");
  },
  WithdrawalSettled(world, { withdrawId, endToEndId }) {
    close(world, withdrawId, "CONFIRMED").endToEndId = endToEndId;
  },
  WithdrawalFailed(world, { withdrawId, reason }) {
    close(world, withdrawId, "FAILED").failureReason = reason;
  },
  AutomaticWithdrawalMade(world, { withdrawId, companyId, value, fee, pixKey, payout }, createdAt) {
    const made = { withdrawId, companyId, value, fee, pixKey, createdAt };
    startPayout(world, begin(world, { ...made, origin: "AUTOMATIC", status: "APPROVED" }), payout);
  },
  AutomaticWithdrawalSkipped() {
    // The event explains a day without a withdrawal and changes nothing.
  },
};

type NewWithdrawal = Omit<Withdrawal, "otp" | "payout" | "settlementDue" | "endToEndId" | "failureReason">;

function begin(world: World, made: NewWithdrawal): Withdrawal {
  const nothingYet = { otp: null, payout: null, settlementDue: null, endToEndId: null, failureReason: null };
  const withdrawal: Withdrawal = { ...made, ...nothingYet };
  world.minted.withdrawal += 1;
  addWithdrawal(world, withdrawal);
  return withdrawal;
}

/** Sets the status of a withdrawal that is no longer open and no longer waits for its settlement. */
function close(world: World, withdrawId: string, status: WithdrawalStatus): Withdrawal {
  const withdrawal = existing(world.withdrawals, withdrawId);
  const company = existing(world.companies, withdrawal.companyId);
  if (company.openWithdrawalId === withdrawId) company.openWithdrawalId = null;
  withdrawal.status = status;
  withdrawal.settlementDue = null;
  return withdrawal;
}

/** Notes the trace of a call. A call without one leaves that of the call before it. */
function traced(withdrawal: Withdrawal, traceparent: string | undefined): Withdrawal {
  if (traceparent !== undefined) withdrawal.traceparent = traceparent;
  return withdrawal;
}

function startPayout(world: World, withdrawal: Withdrawal, payout: PayoutPlan): void {
  withdrawal.payout = payout;
  if (payout.settlesAt === null) return;
  const { companyId, withdrawId } = withdrawal;
  withdrawal.settlementDue = schedule(world, "settlement", companyId, withdrawId, payout.settlesAt);
}
