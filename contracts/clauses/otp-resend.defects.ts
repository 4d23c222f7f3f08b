import type { Defect } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";

const issued = "existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: 0, ...fixed };";
const refusedTooEarly = "if (!isExpired(otp, context.at)) {";
const compared = "if (!isSameCode(otpCode(world.seed, withdrawId, otp), given)) {";
const tooEarly =
  'return reject({ type: "otp-still-valid", withdrawId: withdrawal.withdrawId, otpExpiresAt: otp.expiresAt });';

/** Defects of codes that are asked for anew. */
export const otpResendDefects: readonly Defect[] = [
  {
    id: "resend-at-any-time",
    breaks: ["otp.resend-refused-while-valid", "otp.resend-refused-while-new-one-valid"],
    file: decide,
    find: refusedTooEarly,
    replace: "if (otp.issue < 0) {",
  },
  {
    // A new code is sent where the old one still confirms: from outside, either may be the wrong one.
    id: "resend-half-a-minute-early",
    breaks: ["otp.expired-refused"],
    file: decide,
    find: refusedTooEarly,
    replace: "if (!isExpired(otp, context.at + 30_000)) {",
  },
  {
    id: "resend-two-seconds-early",
    breaks: ["otp.expired-refused"],
    file: decide,
    find: refusedTooEarly,
    replace: "if (!isExpired(otp, context.at + 2_000)) {",
  },
  {
    id: "resend-once-blocked",
    breaks: ["otp.resend-refused-while-valid-and-blocked"],
    file: decide,
    find: refusedTooEarly,
    replace: "if (!isExpired(otp, context.at) && !isBlocked(otp)) {",
  },
  {
    id: "resend-a-minute-after-block",
    breaks: ["otp.resend-refused-while-valid-and-blocked"],
    file: decide,
    find: refusedTooEarly,
    replace: "if (!isExpired(otp, context.at + (isBlocked(otp) ? 240_000 : 0))) {",
  },
  {
    id: "refused-resend-lifts-block",
    breaks: ["otp.block-outlasts-refused-resend"],
    file: decide,
    find: tooEarly,
    replace: `const { withdrawId } = withdrawal;
        const outcome = { type: "otp-still-valid", withdrawId, otpExpiresAt: otp.expiresAt } as const;
        return { events: [{ type: "OtpRefused", ...ids, wrongAttempts: 0 }], outcome };`,
  },
  {
    id: "resend-mails-the-old-code",
    // The old code is the newest one then, so that nothing can be said about it.
    breaks: ["otp.resend-mails-new-code"],
    file: decide,
    find: "issueOtp(context, ids, otp.issue + 1)",
    replace: "issueOtp(context, ids, otp.issue)",
  },
  {
    id: "resend-mails-nothing",
    breaks: ["otp.resend-mails-new-code"],
    file: evolve,
    find: "existing(world.companies, companyId).inbox.push(message);",
    replace: "if (issue === 1) existing(world.companies, companyId).inbox.push(message);",
  },
  {
    id: "only-first-code-confirms",
    breaks: ["otp.old-code-stays-refused"],
    file: decide,
    find: compared,
    replace: "if (!isSameCode(otpCode(world.seed, withdrawId, { issue: 1 }), given)) {",
  },
  {
    id: "old-code-confirms-too",
    breaks: ["otp.old-code-stays-refused"],
    file: decide,
    find: compared,
    replace:
      "if (![otp.issue, otp.issue - 1].some((issue) => isSameCode(otpCode(world.seed, withdrawId, { issue }), given))) {",
  },
  {
    id: "expiry-not-renewed",
    breaks: ["otp.new-code-confirms", "otp.resend-refused-while-new-one-valid"],
    also: ["otp.resend-resets-count", "otp.resend-lifts-block"],
    because: "The code of a resend for a blocked withdrawal has expired when it arrives.",
    file: evolve,
    find: issued,
    replace: `const kept = existing(world.withdrawals, withdrawId).otp?.expiresAt ?? expiresAt;
    existing(world.withdrawals, withdrawId).otp = { issue, expiresAt: kept, wrongAttempts: 0 };`,
  },
  {
    id: "count-goes-on-after-resend",
    breaks: ["otp.resend-resets-count"],
    file: evolve,
    find: issued,
    replace: `const given = existing(world.withdrawals, withdrawId).otp?.wrongAttempts ?? 0;
    existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: given < 5 ? given : 0 };`,
  },
  {
    id: "block-for-good",
    breaks: ["otp.resend-lifts-block"],
    also: ["otp.resend-resets-count"],
    because: "A block that stays keeps the count.",
    file: evolve,
    find: issued,
    replace: `const given = existing(world.withdrawals, withdrawId).otp?.wrongAttempts ?? 0;
    existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: given < 5 ? 0 : given };`,
  },
  {
    id: "second-resend-at-any-time",
    breaks: ["otp.resend-refused-while-new-one-valid"],
    also: ["otp.expired-refused"],
    because: "A code that was replaced too early shows a life that the next one outlives.",
    file: decide,
    find: refusedTooEarly,
    replace: "if (!isExpired(otp, context.at) && otp.issue === 1) {",
  },
];
