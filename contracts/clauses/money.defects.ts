import { type Defect, planted } from "../defects/defect.ts";

const posting = "src/domain/posting.ts";
const decide = "src/domain/decide/withdrawals.ts";

const cancellable = 'if (status !== "CREATED") {\n      return reject({ type: "withdrawal-not-cancellable"';
const cancelled = '{ type: "WithdrawalCancelled", ...ids, value }';
const refusal =
  'if (openWithdrawalId !== null) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });';

/** Money that withdrawals take or bring beside their value and the fee. */
export const moneyDefects: readonly Defect[] = [
  ...planted(posting, "WithdrawalCancelled: withdrawalUndone,", {
    "cancellation-brings-the-fee breaks money.ended-withdrawal":
      "WithdrawalCancelled: ({ value }) => ({ unsettled: -value, available: value + 200, customers: -200 }) as any,",
  }),
  ...planted(posting, "WithdrawalDeclined: withdrawalUndone,", {
    "declined-withdrawals-are-kept breaks money.ended-withdrawal":
      "WithdrawalDeclined: ({ value }) => ({ unsettled: -value, bank: value }) as any,",
  }),
  ...planted(posting, "bank: event.value - event.fee, fees: event.fee }),", {
    "payment-costs-more-than-simulated breaks money.paid-withdrawal":
      "bank: event.value - event.fee, fees: 2 * event.fee + 25, available: -event.fee - 25 }),",
    "payment-costs-a-cent-more breaks money.paid-withdrawal":
      "bank: event.value - event.fee, fees: event.fee + 1, available: -1 }),",
    "payment-takes-the-value-twice breaks money.paid-withdrawal":
      "bank: 2 * event.value - event.fee, fees: event.fee, available: -event.value }),",
  }),
  ...planted("src/domain/decide/withdrawals.ts", 'if (status !== "CREATED" || otp === null) {', {
    "code-pays-twice breaks money.paid-once": `const given = (command as any).otpCode;
    if (status !== "CREATED" && otp !== null && given === otpCode(context.world.seed, withdrawId, otp)) {
      const { companyId, value, fee, pixKey } = withdrawal;
      const payout = planPayout(context.world.settings, context.at, withdrawal);
      const second = { withdrawId: context.mint("withdrawal"), companyId, value, fee, pixKey, payout };
      if (status === "APPROVED")
        return accept({ type: "code-accepted", withdrawId, companyId }, { type: "AutomaticWithdrawalMade", ...second });
    }
    if (status !== "CREATED" || otp === null) {`,
  }),
  ...planted(decide, cancellable, {
    "second-cancellation-refunds-again breaks money.ended-withdrawal": `if (status === "CANCELLED") {
      const { ledger } = existing(_context.world.companies, withdrawal.companyId);
      ledger.available += value;
      ledger.customers -= value;
      return accept({ type: "cancelled", ...idsOf(withdrawal) });
    }
    ${cancellable}`,
  }),
  ...planted(decide, cancelled, {
    "blocked-withdrawal-is-not-refunded breaks money.ended-withdrawal": cancelled.replace(
      "value }",
      "value: withdrawal.otp !== null && isBlocked(withdrawal.otp) ? 0 : value }",
    ),
    "expired-withdrawal-is-not-refunded breaks money.ended-withdrawal": cancelled.replace(
      "value }",
      "value: withdrawal.otp !== null && isExpired(withdrawal.otp, _context.at) ? 0 : value }",
    ),
  }),
  ...planted(decide, refusal, {
    "refused-initiation-takes-its-value breaks money.ended-withdrawal": `if (openWithdrawalId !== null) {
      ledger.available -= value;
      ledger.bank += value;
    }
    ${refusal}`,
  }),
  ...planted(posting, ', "WithdrawalSentToReview", "WithdrawalApproved"),', {
    "approved-withdrawal-costs-more-than-simulated breaks money.paid-withdrawal":
      ', "WithdrawalSentToReview"),\n  WithdrawalApproved: () => ({ available: -225, fees: 225 }) as any,',
  }),
  ...planted(
    posting,
    "return { customers: -event.total, available: event.total - event.heldCents, reserved: event.heldCents };",
    {
      "charges-count-twice breaks balance.paid-charge-available": `const available = 2 * event.total - event.heldCents;
  return { customers: -2 * event.total, available, reserved: event.heldCents };`,
    },
  ),
  ...planted(posting, "({ reserved: -event.amountCents, available: event.amountCents })", {
    "released-amount-counts-twice breaks holds.release-raises-balance":
      "({ reserved: -event.amountCents, available: 2 * event.amountCents, customers: -event.amountCents })",
  }),
  ...planted(posting, "AutomaticWithdrawalMade: withdrawal,", {
    "daily-withdrawal-takes-a-cent-more breaks automatic.pays-out-daily":
      "AutomaticWithdrawalMade: ({ value }) => ({ available: -value - 1, unsettled: value, fees: 1 }) as any,",
  }),
];
