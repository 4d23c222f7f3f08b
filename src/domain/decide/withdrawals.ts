import type { CommandOf } from "../command.ts";
import { addDuration } from "../duration.ts";
import type { WorldEvent } from "../event.ts";
import { attemptsLeft, isBlocked, isExpired, isSameCode, type Otp, otpCode } from "../otp.ts";
import { planPayout, realMinimum, type Withdrawal, type WithdrawalIds } from "../withdrawal.ts";
import { existing } from "../world.ts";
import { about, accept, type Context, type Deciders, type Decision, reject } from "./decider.ts";

type OtpCommand = "initiate-withdrawal" | "confirm-withdrawal" | "resend-otp" | "cancel-withdrawal";

export const aboutWithdrawal = about<WithdrawalIds, Withdrawal>(
  ({ withdrawals }, { withdrawId }) => withdrawals.get(withdrawId),
  ({ withdrawId }) => ({ type: "withdrawal-unknown", withdrawId }),
);

/** What a company does: initiate, confirm, resend the code, cancel. Checks are in the order of precedence. */
export const decideWithdrawals: Deciders<OtpCommand> = {
  "initiate-withdrawal": (context, { companyId, value }) => {
    const { settings, companies } = context.world;
    const { openWithdrawalId, ledger, profile } = existing(companies, companyId);
    if (openWithdrawalId !== null) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });
    const { minimumWithdrawal: minimum, withdrawalFee: fee } = settings;
    if (value < realMinimum(settings)) {
      return reject({ type: "withdrawal-below-minimum", value, minimum, fee, realMinimum: realMinimum(settings) });
    }
    if (value > ledger.available) return reject({ type: "insufficient-balance", value, balance: ledger.available });
    const ids = { withdrawId: context.mint("withdrawal"), companyId };
    return accept(
      { type: "initiated", ...ids },
      { type: "WithdrawalInitiated", ...ids, value, fee, pixKey: profile.pixKey },
      issueOtp(context, ids, 1),
    );
  },
  "confirm-withdrawal": awaitingOtp(confirm),
  "resend-otp": awaitingOtp((context, withdrawal, otp) => {
    const ids = idsOf(withdrawal);
    if (!isExpired(otp, context.at)) {
      return reject({ type: "otp-still-valid", withdrawId: withdrawal.withdrawId, otpExpiresAt: otp.expiresAt });
    }
    return accept({ type: "code-resent", ...ids }, issueOtp(context, ids, otp.issue + 1));
  }),
  "cancel-withdrawal": aboutWithdrawal((_context, withdrawal) => {
    const { withdrawId, status, value } = withdrawal;
    if (status !== "CREATED") {
      return reject({ type: "withdrawal-not-cancellable", withdrawId, withdrawalStatus: status });
    }
    const ids = idsOf(withdrawal);
    return accept({ type: "cancelled", ...ids }, { type: "WithdrawalCancelled", ...ids, value });
  }),
};

function confirm(
  { world, at }: Context,
  withdrawal: Withdrawal,
  otp: Otp,
  { otpCode: given }: CommandOf<"confirm-withdrawal">,
): Decision {
  const ids = idsOf(withdrawal);
  const { withdrawId } = ids;
  if (isBlocked(otp)) return reject({ type: "otp-blocked", withdrawId });
  if (isExpired(otp, at)) return reject({ type: "otp-expired", withdrawId, otpExpiresAt: otp.expiresAt });
  if (!isSameCode(otpCode(world.seed, withdrawId, otp), given)) {
    const wrongAttempts = otp.wrongAttempts + 1;
    // The only rejection with an event. The try is counted in the same step, so parallel guesses get no extra try.
    return {
      events: [{ type: "OtpRefused", ...ids, wrongAttempts }],
      outcome: { type: "otp-incorrect", withdrawId, attemptsLeft: attemptsLeft({ ...otp, wrongAttempts }) },
    };
  }
  const outcome = { type: "code-accepted", ...ids } as const;
  if (world.settings.manualApproval) return accept(outcome, { type: "WithdrawalSentToReview", ...ids });
  return accept(outcome, { type: "WithdrawalConfirmed", ...ids, payout: planPayout(world.settings, at, withdrawal) });
}

function issueOtp({ world, at, mint }: Context, ids: WithdrawalIds, issue: number): WorldEvent {
  const { otpLifetime, otpCode: fixedCode, timeZone } = world.settings;
  const expiresAt = addDuration(at, otpLifetime, timeZone);
  const to = existing(world.companies, ids.companyId).profile.responsible.email;
  const fixed = fixedCode === null ? {} : { fixedCode };
  return { type: "OtpIssued", ...ids, issue, expiresAt, messageId: mint("message"), to, ...fixed };
}

function awaitingOtp<C extends WithdrawalIds>(
  decide: (context: Context, withdrawal: Withdrawal, otp: Otp, command: C) => Decision,
) {
  return aboutWithdrawal((context, withdrawal, command: C) => {
    const { withdrawId, status, otp } = withdrawal;
    if (status !== "CREATED" || otp === null) {
      return reject({ type: "withdrawal-not-awaiting-otp", withdrawId, withdrawalStatus: status });
    }
    return decide(context, withdrawal, otp, command);
  });
}

export function idsOf({ withdrawId, companyId }: WithdrawalIds): WithdrawalIds {
  return { withdrawId, companyId };
}
