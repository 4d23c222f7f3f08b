import type { WithdrawalEvent } from "../event.ts";
import { schedule } from "../schedule.ts";
import type { PayoutPlan, Withdrawal, WithdrawalStatus } from "../withdrawal.ts";
import { addWithdrawal, must, type World } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveWithdrawals: Evolvers<WithdrawalEvent["type"]> = {
  WithdrawalInitiated(world, { withdrawId, companyId, value, fee, pixKey }, createdAt) {
    begin(world, { withdrawId, companyId, origin: "MANUAL", status: "CREATED", value, fee, pixKey, createdAt });
    must(world.companies, companyId).openWithdrawalId = withdrawId;
  },
  OtpIssued(world, { withdrawId, companyId, issue, expiresAt, messageId, to }, sentAt) {
    world.minted.message += 1;
    must(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: 0 };
    const message = { messageId, companyId, withdrawId, issue, to, sentAt, expiresAt };
    must(world.companies, companyId).inbox.push(message);
  },
  OtpRefused(world, { withdrawId, wrongAttempts }) {
    const { otp } = must(world.withdrawals, withdrawId);
    if (otp !== null) otp.wrongAttempts = wrongAttempts;
  },
  WithdrawalConfirmed(world, { withdrawId, payout }) {
    startPayout(world, close(world, withdrawId, "APPROVED"), payout);
  },
  WithdrawalSentToReview(world, { withdrawId }) {
    close(world, withdrawId, "PENDING_REVIEW");
  },
  WithdrawalApproved(world, { withdrawId, payout }) {
    startPayout(world, close(world, withdrawId, "APPROVED"), payout);
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
  const withdrawal = must(world.withdrawals, withdrawId);
  const company = must(world.companies, withdrawal.companyId);
  if (company.openWithdrawalId === withdrawId) company.openWithdrawalId = null;
  withdrawal.status = status;
  withdrawal.settlementDue = null;
  return withdrawal;
}

function startPayout(world: World, withdrawal: Withdrawal, payout: PayoutPlan): void {
  withdrawal.payout = payout;
  if (payout.settlesAt === null) return;
  withdrawal.settlementDue = schedule(world, "settlement", withdrawal.withdrawId, payout.settlesAt);
}
