import type { Defect } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";
const otp = "src/domain/otp.ts";

const expired =
  'if (isExpired(otp, at)) return reject({ type: "otp-expired", withdrawId, otpExpiresAt: otp.expiresAt });';

export const otpDefects: readonly Defect[] = [
  {
    id: "code-not-mailed",
    breaks: ["otp.mailed-to-responsible-person"],
    file: evolve,
    find: "existing(world.companies, companyId).inbox.push(message);",
    replace: "if (issue > 1) existing(world.companies, companyId).inbox.push(message);",
  },
  {
    id: "code-mailed-to-somebody-else",
    breaks: ["otp.mailed-to-responsible-person"],
    file: decide,
    find: "const to = existing(world.companies, ids.companyId).profile.responsible.email;",
    replace: 'const to = "finance@saldo.dev";',
  },
  {
    id: "code-of-five-digits",
    breaks: ["otp.six-digits"],
    file: otp,
    find: "export const otpLength = 6;",
    replace: "export const otpLength = 5;",
  },
  {
    id: "missing-code-crashes",
    breaks: ["otp.required"],
    file: "src/spec/validator.ts",
    find: "if (problems.length > 0) return { valid: false",
    replace: 'if (problems.some(({ at }) => at !== "body/otpCode")) return { valid: false',
  },
  {
    id: "last-digit-ignored",
    breaks: ["otp.wrong-refused"],
    file: otp,
    find: "return a.length === b.length && timingSafeEqual(a, b);",
    replace: "return a.length === b.length && timingSafeEqual(a.subarray(0, -1), b.subarray(0, -1));",
  },
  {
    id: "master-code",
    breaks: ["otp.wrong-refused"],
    file: otp,
    find: "return a.length === b.length && timingSafeEqual(a, b);",
    replace: 'return given === "000000" || (a.length === b.length && timingSafeEqual(a, b));',
  },
  {
    id: "wrong-code-refused-but-taken",
    breaks: ["otp.wrong-refused"],
    also: ["initiation.second-refused", "cancellation.accepted", "cancellation.blocked-accepted"],
    because: "What was confirmed is no longer open, and cannot be cancelled.",
    file: decide,
    find: 'events: [{ type: "OtpRefused", ...ids, wrongAttempts }],',
    replace:
      'events: [{ type: "OtpRefused", ...ids, wrongAttempts }, { type: "WithdrawalConfirmed", ...ids, payout: planPayout(world.settings, at, withdrawal) }],',
  },
  { id: "code-never-expires", breaks: ["otp.expired-refused"], file: decide, find: expired, replace: "" },
  {
    // A new code is sent where the old one still confirms: from outside, either may be the wrong one.
    id: "code-lives-on-for-a-minute",
    breaks: ["otp.expired-refused"],
    file: decide,
    find: expired,
    replace: expired.replace("isExpired(otp, at)", "isExpired(otp, at - 60_000)"),
  },
  {
    id: "blocked-after-four",
    breaks: ["otp.open-before-fifth"],
    file: otp,
    find: "const otpMaxWrongAttempts = 5;",
    replace: "const otpMaxWrongAttempts = 4;",
  },
  {
    id: "blocked-after-six",
    breaks: ["otp.blocked-after-fifth"],
    file: otp,
    find: "const otpMaxWrongAttempts = 5;",
    replace: "const otpMaxWrongAttempts = 6;",
  },
  {
    id: "wrong-codes-not-counted",
    breaks: ["otp.blocked-after-fifth"],
    file: evolve,
    find: "if (otp !== null) otp.wrongAttempts = wrongAttempts;",
    replace: "if (otp !== null && wrongAttempts < 0) otp.wrongAttempts = wrongAttempts;",
  },
  {
    id: "block-for-wrong-codes-only",
    breaks: ["otp.blocked-after-fifth"],
    file: decide,
    find: 'if (isBlocked(otp)) return reject({ type: "otp-blocked", withdrawId });',
    replace:
      'if (isBlocked(otp) && !isSameCode(otpCode(world.seed, withdrawId, otp), given)) return reject({ type: "otp-blocked", withdrawId });',
  },
];
