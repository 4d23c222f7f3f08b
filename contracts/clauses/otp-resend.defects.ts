import { type Defect, planted } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";

const issued = "existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: 0, ...fixed };";
const refusedTooEarly = "if (!isExpired(otp, context.at)) {";
const compared = "if (!isSameCode(otpCode(world.seed, withdrawId, otp), given)) {";
const tooEarly =
  'return reject({ type: "otp-still-valid", withdrawId: withdrawal.withdrawId, otpExpiresAt: otp.expiresAt });';

/** Defects of codes that are asked for anew. */
export const otpResendDefects: readonly Defect[] = [
  ...planted(decide, refusedTooEarly, {
    "resend-at-any-time breaks otp.resend-refused-while-valid otp.resend-refused-while-new-one-valid":
      "if (otp.issue < 0) {",
    // A new code is sent where the old one still confirms: from outside, either may be the wrong one.
    "resend-half-a-minute-early breaks otp.expired-refused": "if (!isExpired(otp, context.at + 30_000)) {",
    "resend-two-seconds-early breaks otp.expired-refused": "if (!isExpired(otp, context.at + 2_000)) {",
    "resend-once-blocked breaks otp.resend-refused-while-valid-and-blocked":
      "if (!isExpired(otp, context.at) && !isBlocked(otp)) {",
    "resend-a-minute-after-block breaks otp.resend-refused-while-valid-and-blocked":
      "if (!isExpired(otp, context.at + (isBlocked(otp) ? 240_000 : 0))) {",
    "second-resend-at-any-time breaks otp.resend-refused-while-new-one-valid": {
      replace: "if (!isExpired(otp, context.at) && otp.issue === 1) {",
      also: ["otp.expired-refused"],
      because: "A code that was replaced too early shows a life that the next one outlives.",
    },
  }),
  ...planted(decide, tooEarly, {
    "refused-resend-lifts-block breaks otp.block-outlasts-refused-resend": `const { withdrawId } = withdrawal;
        const outcome = { type: "otp-still-valid", withdrawId, otpExpiresAt: otp.expiresAt } as const;
        return { events: [{ type: "OtpRefused", ...ids, wrongAttempts: 0 }], outcome };`,
  }),
  ...planted(decide, "issueOtp(context, ids, otp.issue + 1)", {
    // The old code is the newest one then, so that nothing can be said about it.
    "resend-mails-the-old-code breaks otp.resend-mails-new-code": "issueOtp(context, ids, otp.issue)",
  }),
  ...planted(evolve, "existing(world.companies, companyId).inbox.push(message);", {
    "resend-mails-nothing breaks otp.resend-mails-new-code":
      "if (issue === 1) existing(world.companies, companyId).inbox.push(message);",
  }),
  ...planted(decide, compared, {
    "only-first-code-confirms breaks otp.old-code-stays-refused":
      "if (!isSameCode(otpCode(world.seed, withdrawId, { issue: 1 }), given)) {",
    "old-code-confirms-too breaks otp.old-code-stays-refused":
      "if (![otp.issue, otp.issue - 1].some((issue) => isSameCode(otpCode(world.seed, withdrawId, { issue }), given))) {",
  }),
  ...planted(evolve, issued, {
    "expiry-not-renewed breaks otp.new-code-confirms otp.resend-refused-while-new-one-valid": {
      replace: `const kept = existing(world.withdrawals, withdrawId).otp?.expiresAt ?? expiresAt;
    existing(world.withdrawals, withdrawId).otp = { issue, expiresAt: kept, wrongAttempts: 0 };`,
      also: ["otp.resend-resets-count", "otp.resend-lifts-block"],
      because: "The code of a resend for a blocked withdrawal has expired when it arrives.",
    },
    "count-goes-on-after-resend breaks otp.resend-resets-count": `const given = existing(world.withdrawals, withdrawId).otp?.wrongAttempts ?? 0;
    existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: given < 5 ? given : 0 };`,
    "block-for-good breaks otp.resend-lifts-block": {
      replace: `const given = existing(world.withdrawals, withdrawId).otp?.wrongAttempts ?? 0;
    existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: given < 5 ? 0 : given };`,
      also: ["otp.resend-resets-count"],
      because: "A block that stays keeps the count.",
    },
  }),
];
