import type { Defect } from "../defects/defect.ts";

const posting = "src/domain/posting.ts";

/** Money that withdrawals take or bring beside their value and the fee. */
export const moneyDefects: readonly Defect[] = [
  {
    id: "cancellation-brings-the-fee",
    breaks: ["money.ended-withdrawal"],
    file: posting,
    find: "WithdrawalCancelled: withdrawalUndone,",
    replace:
      "WithdrawalCancelled: ({ value }) => ({ unsettled: -value, available: value + 200, customers: -200 }) as any,",
  },
  {
    id: "declined-withdrawals-are-kept",
    breaks: ["money.ended-withdrawal"],
    file: posting,
    find: "WithdrawalDeclined: withdrawalUndone,",
    replace: "WithdrawalDeclined: ({ value }) => ({ unsettled: -value, bank: value }) as any,",
  },
  {
    id: "payment-costs-more-than-simulated",
    breaks: ["money.paid-withdrawal"],
    file: posting,
    find: "bank: event.value - event.fee, fees: event.fee }),",
    replace: "bank: event.value - event.fee, fees: 2 * event.fee + 25, available: -event.fee - 25 }),",
  },
  {
    id: "payment-costs-a-cent-more",
    breaks: ["money.paid-withdrawal"],
    file: posting,
    find: "bank: event.value - event.fee, fees: event.fee }),",
    replace: "bank: event.value - event.fee, fees: event.fee + 1, available: -1 }),",
  },
  {
    id: "code-pays-twice",
    breaks: ["money.paid-once"],
    file: "src/domain/decide/withdrawals.ts",
    find: 'if (status !== "CREATED" || otp === null) {',
    replace: `const given = (command as any).otpCode;
    if (status !== "CREATED" && otp !== null && given === otpCode(context.world.seed, withdrawId, otp)) {
      const { companyId, value, fee, pixKey } = withdrawal;
      const payout = planPayout(context.world.settings, context.at, withdrawal);
      const second = { withdrawId: context.mint("withdrawal"), companyId, value, fee, pixKey, payout };
      if (status === "APPROVED")
        return accept({ type: "code-accepted", withdrawId, companyId }, { type: "AutomaticWithdrawalMade", ...second });
    }
    if (status !== "CREATED" || otp === null) {`,
  },
];
