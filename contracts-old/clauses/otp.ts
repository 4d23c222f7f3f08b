import type { DocumentedClause } from "./clause.ts";

/** The one-time code of a withdrawal. */
export const otpClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "otp.mailed-to-responsible-person",
    section: "States and transitions: Withdrawal",
    text: "With the initiation a code goes to the responsible person's e-mail address.",
  },
  {
    kind: "documented",
    id: "otp.six-digits",
    section: "Limits",
    text: "The code in the e-mail is six digits long.",
  },
  {
    kind: "documented",
    id: "otp.required",
    section: "Authentication",
    text: "A confirmation without `otpCode` is refused.",
  },
  {
    kind: "documented",
    id: "otp.wrong-refused",
    section: "States and transitions: Withdrawal",
    text: "A code other than the one in the e-mail confirms nothing.",
  },
  {
    kind: "documented",
    id: "otp.expired-refused",
    section: "Errors",
    text: "The right code is refused after its life, which is over within an hour of the e-mail.",
  },
  {
    kind: "documented",
    id: "otp.open-before-fifth",
    section: "Limits",
    text: "After four wrong codes the right one still confirms.",
  },
  {
    kind: "documented",
    id: "otp.blocked-after-fifth",
    section: "Errors",
    text: "After five wrong codes the right one is refused as well.",
  },
  {
    kind: "documented",
    id: "otp.resend-refused-while-valid",
    section: "Errors",
    text: "As long as a code is valid, no other one can be asked for.",
  },
  {
    kind: "documented",
    id: "otp.resend-refused-while-valid-and-blocked",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal blocked by five wrong codes gets no new one as long as the old one would be valid.",
  },
  {
    kind: "documented",
    id: "otp.block-outlasts-refused-resend",
    section: "Errors",
    text: "A withdrawal that is blocked stays so when a new code was asked for too early.",
  },
  {
    kind: "documented",
    id: "otp.resend-mails-new-code",
    section: "Endpoints",
    text: "After the expiry a resend puts a new code of six digits into the mail.",
  },
  {
    kind: "documented",
    id: "otp.new-code-confirms",
    section: "Errors",
    text: "The code of a resend confirms the withdrawal.",
  },
  {
    kind: "documented",
    id: "otp.old-code-stays-refused",
    section: "Errors",
    text: "An expired code is refused after a resend, too.",
  },
  {
    kind: "documented",
    id: "otp.resend-resets-count",
    section: "Endpoints",
    text: "Wrong codes given before a resend do not count after it.",
  },
  {
    kind: "documented",
    id: "otp.resend-lifts-block",
    section: "States and transitions: Withdrawal",
    text: "A blocked withdrawal can be confirmed again with the code of a resend.",
  },
  {
    kind: "documented",
    id: "otp.resend-refused-while-new-one-valid",
    section: "States and transitions: Withdrawal",
    text: "Right after a resend another one is refused, because the new code has not expired.",
  },
];
