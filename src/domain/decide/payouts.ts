import { endToEndId, planPayout, type Withdrawal } from "../withdrawal.ts";
import { accept, type Deciders, type Decision, reject } from "./decider.ts";
import { aboutWithdrawal, idsOf } from "./withdrawals.ts";

/** What others do with a withdrawal: the super admin reviews it and the bank settles it. */
export const decidePayouts: Deciders<"approve-withdrawal" | "decline-withdrawal" | "settle-withdrawal"> = {
  "approve-withdrawal": aboutWithdrawal(({ world, at }, withdrawal) => {
    if (withdrawal.status !== "PENDING_REVIEW") return stateConflict(withdrawal);
    const ids = idsOf(withdrawal);
    const payout = planPayout(world.settings, at, withdrawal);
    return accept({ type: "withdrawal-approved", ...ids }, { type: "WithdrawalApproved", ...ids, payout });
  }),
  "decline-withdrawal": aboutWithdrawal((_context, withdrawal) => {
    if (withdrawal.status !== "PENDING_REVIEW") return stateConflict(withdrawal);
    const ids = idsOf(withdrawal);
    const { value } = withdrawal;
    return accept({ type: "withdrawal-declined", ...ids }, { type: "WithdrawalDeclined", ...ids, value });
  }),
  "settle-withdrawal": aboutWithdrawal((context, withdrawal, command) => {
    if (withdrawal.status !== "APPROVED") return stateConflict(withdrawal);
    const ids = idsOf(withdrawal);
    const { value, fee } = withdrawal;
    const outcome = { type: "withdrawal-settled", ...ids } as const;
    if (command.outcome === "FAILED") {
      return accept(outcome, { type: "WithdrawalFailed", ...ids, value, reason: command.reason ?? null });
    }
    const transaction = endToEndId(context.world.seed, ids.withdrawId, context.at);
    const settled: Withdrawal = { ...withdrawal, status: "CONFIRMED", endToEndId: transaction };
    return accept(
      outcome,
      { type: "WithdrawalSettled", ...ids, value, fee, endToEndId: transaction },
      context.raise(ids.companyId, { name: "withdraw.completed", withdrawal: settled }),
    );
  }),
};

function stateConflict({ withdrawId, status }: Withdrawal): Decision {
  return reject({ type: "withdrawal-state-conflict", withdrawId, withdrawalStatus: status });
}
