import type { Seen } from "../model/seen.ts";
import type { Confirmation, Resend, SeenWithdrawal } from "../model/withdrawals.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "../stories/withdrawals.ts";
import { codesIn } from "../trace/find.ts";
import { accepted, clause, rejected, right } from "./clause.ts";
import { confirmations, isInTime, isPayable, isRight, isSurelyValid, resends } from "./code-tries.ts";
import { Broken, each, mustBeRejected } from "./judging.ts";

/** The one-time code of a withdrawal. */
export const otpClauses = [
  clause({
    id: "otp.mailed-to-responsible-person",
    section: "States and transitions: Withdrawal",
    text: "An initiation sends a code to the responsible person's e-mail address.",
    // Only a code that comes later shows that there is a way to the mailbox.
    needs: [withdrawalTried, codeRenewed],
    judge: ({ trace, withdrawals }) => {
      const codes = codesIn(trace);
      const astray = codes.find(
        ({ to, responsible }) => to !== undefined && responsible !== undefined && to !== responsible,
      );
      if (astray !== undefined)
        throw new Broken("a code was mailed to another address than the responsible person's", [astray]);
      const ofInitiations = withdrawals.flatMap(({ id, initiation }) => {
        const first = codes.find(({ withdrawId }) => withdrawId === id);
        return first === undefined ? [] : [{ initiation, first }];
      });
      // Where none ever came, the way to the mailbox is as likely the reason.
      const isAnyRead = codes.some(({ code }) => code !== "");
      return each(
        ofInitiations.filter(() => isAnyRead),
        ({ initiation, first }) => {
          if (first.code === "") throw new Broken("no code came by e-mail for an initiation", [initiation, first]);
        },
      );
    },
  }),
  right({
    id: "otp.six-digits",
    section: "Limits",
    text: "The code in the e-mail has six digits.",
    needs: [withdrawalTried],
    those: ({ trace }) => codesIn(trace).filter(({ code }) => code !== ""),
    wrong: ({ code }) =>
      !/^[0-9]{6}$/.test(code) && `the code in the e-mail must have six digits, and has ${code.length} characters`,
  }),
  rejected({
    id: "otp.required",
    section: "Authentication",
    text: "A confirmation without `otpCode` is rejected.",
    needs: [withdrawalTried],
    what: "a confirmation without otpCode",
    those: confirmations(({ code, state }) => code === "absent" && state === "open"),
  }),
  clause({
    id: "otp.wrong-refused",
    section: "States and transitions: Withdrawal",
    text: "A code other than the one in the e-mail confirms nothing.",
    needs: [withdrawalTried, codeBlocked],
    judge: (seen) => {
      const went = seen.withdrawals.flatMap((withdrawal) => wentOnWithoutCode(withdrawal, seen) ?? []);
      if (went.length > 0) throw new Broken("only wrong codes were given, and the withdrawal went on", went);
      return each(
        seen.confirmations.filter((one) => (one.code === "wrong" || isTooLong(one)) && one.state === "open"),
        mustBeRejected("a wrong code"),
      );
    },
  }),
  rejected({
    id: "otp.expired-refused",
    section: "Errors",
    text: "The right code is rejected after its life, which ends within an hour of the e-mail.",
    needs: [codeRenewed],
    what: "the right code, when it was as old as one that could be replaced,",
    those: confirmations((one, seen) => isRight(one) && one.codeAge.leastMs >= Math.min(seen.life.atMostMs, hourMs)),
  }),
  accepted({
    id: "otp.open-before-fifth",
    section: "Limits",
    text: "After four wrong codes the right one still confirms.",
    // That a right code is rejected says something only where it is known how long codes live.
    needs: [withdrawalPaid, codeRenewed],
    what: "the right code after at most four wrong ones",
    those: confirmations(
      (one, seen) => isRight(one) && one.wrongBefore >= 1 && one.wrongInAll <= 4 && isPayable(one, seen),
    ),
  }),
  rejected({
    id: "otp.blocked-after-fifth",
    section: "Errors",
    text: "After five wrong codes the right one is rejected as well.",
    needs: [codeBlocked],
    what: "the right code after five wrong ones",
    those: confirmations(
      (one, seen) => isRight(one) && one.wrongBefore >= 5 && one.resendsRejectedBefore === 0 && isInTime(one, seen),
    ),
  }),
  rejected({
    id: "otp.resend-refused-while-valid",
    section: "Errors",
    text: "While a code is valid, no other one can be requested.",
    needs: [withdrawalTried],
    what: "a request for a new code while the old one is valid",
    those: resends((one, seen) => one.wrongBefore < 5 && one.codeNth === 1 && isSurelyValid(one, seen)),
  }),
  rejected({
    id: "otp.resend-refused-while-valid-and-blocked",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal that five wrong codes have blocked gets no new code while the old one would be valid.",
    // How long a code lives that is not blocked shows when a new one is too early.
    needs: [codeBlocked, codeRenewed],
    what: "a request for a new code of a blocked withdrawal, before the old one expired,",
    those: resends((one, seen) => one.wrongBefore >= 5 && (isSurelyValid(one, seen) || isFarTooEarly(one, seen))),
  }),
  rejected({
    id: "otp.block-outlasts-refused-resend",
    section: "Errors",
    text: "A blocked withdrawal stays blocked, also when a new code was requested too early.",
    needs: [codeBlocked],
    what: "the right code of a blocked withdrawal",
    those: confirmations(
      (one, seen) => isRight(one) && one.wrongBefore >= 5 && one.resendsRejectedBefore > 0 && isInTime(one, seen),
    ),
  }),
];

/** No code has more than six digits, whichever ones they are. */
function isTooLong({ call }: Confirmation): boolean {
  return /^\d{7,}$/.test(String(call.request.members.otpCode));
}

/** Lives may differ a little, as where codes end with a minute of the clock. */
function isFarTooEarly({ codeNth, codeAge, state }: Resend, { resends, isPartial }: Seen): boolean {
  const alike = resends.filter((one) => one.codeNth === codeNth && one.wrongBefore < 5 && one.state === "open");
  const lastRejected = alike.filter(({ call, rejected, withdrawal }) => {
    return (
      rejected &&
      call.response?.status !== 429 &&
      alike.some((later) => later.accepted && later.withdrawal === withdrawal)
    );
  });
  const livedMs = Math.max(0, ...lastRejected.map((one) => one.codeAge.leastMs));
  return !isPartial && state === "open" && codeAge.mostMs * 2 < livedMs;
}

/** What shows that a withdrawal was confirmed though no right code was given: the history said otherwise before. */
function wentOnWithoutCode(withdrawal: SeenWithdrawal, { confirmations, shownStates, isPartial, isBefore }: Seen) {
  const own = confirmations.filter((one) => one.withdrawal === withdrawal);
  const wrong = own.find(({ code, rejected }) => code === "wrong" && rejected);
  // A request without a response may have been taken.
  const mayBeConfirmed =
    withdrawal.state === "unknown" || own.some(({ code, rejected }) => !rejected || code === "unknown");
  if (wrong === undefined || mayBeConfirmed || isPartial) return undefined;
  const said = shownStates.filter((one) => one.withdrawal === withdrawal);
  const isOn = (status: string) => status === "APPROVED" || status === "CONFIRMED";
  const before = said.findLast(({ call }) => isBefore(call, wrong.call));
  const after = said.find(({ call, status }) => isOn(status) && isBefore(wrong.call, call));
  if (before === undefined || after === undefined || isOn(before.status)) return undefined;
  return [before.call, wrong.call, after.call];
}

const hourMs = 60 * 60_000;
