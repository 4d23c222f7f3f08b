import { codeBlocked, codeRenewed } from "../stories/withdrawals.ts";
import { codesIn } from "../trace/find.ts";
import { accepted, every, rejected } from "./clause.ts";
import { confirmations, isPayable, isRight, isSurelyValid, resends } from "./code-tries.ts";
import { Broken } from "./judging.ts";

/** The codes that are sent when the first one has expired. */
export const otpResendClauses = [
  every({
    id: "otp.resend-mails-new-code",
    section: "Endpoints",
    text: "After the expiry, a resend mails a new code.",
    needs: [codeRenewed],
    those: ({ resends, trace }) => {
      const missed = new Set(codesIn(trace).flatMap(({ code, withdrawId }) => (code === "" ? [withdrawId] : [])));
      const resent = resends.flatMap(({ accepted, state, withdrawal, codeNth }) => {
        if (!accepted || state !== "open" || withdrawal === undefined) return [];
        const [old, sent] = withdrawal.codes.slice(codeNth - 1);
        return [{ id: withdrawal.id, value: sent?.value, old: old?.value }];
      });
      return resent.filter(({ id, value, old }) => old !== undefined && (value !== undefined || missed.has(id)));
    },
    judge: ({ value, old }) => {
      if (value === undefined) throw new Broken("a resend was accepted, and no new code came by e-mail");
      if (value === old) throw new Broken("a resend mailed the old code again");
    },
  }),
  accepted({
    id: "otp.new-code-confirms",
    section: "Errors",
    text: "The code of a resend confirms the withdrawal.",
    needs: [codeRenewed, codeBlocked],
    what: "the code of a resend",
    those: // That the code of a blocked withdrawal is rejected may be because of the block; that it confirms says as much.
      confirmations(
        (one, seen) => isRight(one) && one.codeNth > 1 && (one.accepted || one.wrongInAll < 5) && isPayable(one, seen),
      ),
  }),
  rejected({
    id: "otp.old-code-stays-refused",
    section: "Errors",
    text: "An expired code is rejected after a resend, too.",
    needs: [codeRenewed],
    what: "the old code after a resend",
    those: confirmations(({ code, state }) => code === "superseded" && state === "open"),
  }),
  accepted({
    id: "otp.resend-resets-count",
    section: "Endpoints",
    text: "Wrong codes given before a resend do not count after it.",
    needs: [codeBlocked],
    what: "the right code, after fewer than five wrong ones since the resend,",
    those: confirmations(
      (one, seen) =>
        isRight(one) && one.wrongBefore > 0 && one.wrongBefore < 5 && one.wrongInAll >= 5 && isPayable(one, seen),
    ),
  }),
  accepted({
    id: "otp.resend-lifts-block",
    section: "States and transitions: Withdrawal",
    text: "The code of a resend confirms a withdrawal that was blocked.",
    needs: [codeBlocked],
    what: "the code of a resend, for a withdrawal that was blocked,",
    those: confirmations(
      (one, seen) =>
        isRight(one) &&
        one.codeNth > 1 &&
        one.wrongBefore < 5 &&
        one.wrongInAll - one.wrongBefore >= 5 &&
        isPayable(one, seen),
    ),
  }),
  rejected({
    id: "otp.resend-refused-while-new-one-valid",
    section: "States and transitions: Withdrawal",
    text: "Right after a resend another one is rejected, because the new code has not expired.",
    needs: [codeRenewed],
    what: "a second resend right after the first",
    those: resends((one, seen) => one.codeNth > 1 && isSurelyValid(one, seen)),
  }),
];
