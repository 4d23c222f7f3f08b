import { type Defect, planted } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";
const otp = "src/domain/otp.ts";

const expired =
  'if (isExpired(otp, at)) return reject({ type: "otp-expired", withdrawId, otpExpiresAt: otp.expiresAt });';

export const otpDefects: readonly Defect[] = [
  ...planted(evolve, "existing(world.companies, companyId).inbox.push(message);", {
    "code-not-mailed breaks otp.mailed-to-responsible-person":
      "if (issue > 1) existing(world.companies, companyId).inbox.push(message);",
  }),
  ...planted(decide, "const to = existing(world.companies, ids.companyId).profile.responsible.email;", {
    "code-mailed-to-another-person breaks otp.mailed-to-responsible-person": 'const to = "finance@saldo.dev";',
  }),
  ...planted(otp, "export const otpLength = 6;", {
    "code-of-five-digits breaks otp.six-digits": "export const otpLength = 5;",
  }),
  ...planted("src/spec/validator.ts", "if (problems.length > 0) return { valid: false", {
    "missing-code-crashes breaks otp.required":
      'if (problems.some(({ at }) => at !== "body/otpCode")) return { valid: false',
  }),
  ...planted(otp, "return a.length === b.length && timingSafeEqual(a, b);", {
    "last-digit-ignored breaks otp.wrong-refused":
      "return a.length === b.length && timingSafeEqual(a.subarray(0, -1), b.subarray(0, -1));",
    "master-code breaks otp.wrong-refused":
      'return given === "000000" || (a.length === b.length && timingSafeEqual(a, b));',
  }),
  ...planted(decide, 'events: [{ type: "OtpRefused", ...ids, wrongAttempts }],', {
    "wrong-code-refused-but-taken breaks otp.wrong-refused": {
      replace:
        'events: [{ type: "OtpRefused", ...ids, wrongAttempts }, { type: "WithdrawalConfirmed", ...ids, payout: planPayout(world.settings, at, withdrawal) }],',
      also: ["initiation.second-refused", "cancellation.accepted", "cancellation.blocked-accepted"],
      because: "What was confirmed is no longer open, and cannot be cancelled.",
    },
  }),
  ...planted(decide, expired, {
    "code-never-expires breaks otp.expired-refused": "",
    // A new code is sent where the old one still confirms: from outside, either may be the wrong one.
    "code-lives-on-for-a-minute breaks otp.expired-refused": expired.replace(
      "isExpired(otp, at)",
      "isExpired(otp, at - 60_000)",
    ),
  }),
  ...planted(otp, "const otpMaxWrongAttempts = 5;", {
    "blocked-after-four breaks otp.open-before-fifth": "const otpMaxWrongAttempts = 4;",
    "blocked-after-six breaks otp.blocked-after-fifth": "const otpMaxWrongAttempts = 6;",
  }),
  ...planted(evolve, "if (otp !== null) otp.wrongAttempts = wrongAttempts;", {
    "wrong-codes-not-counted breaks otp.blocked-after-fifth":
      "if (otp !== null && wrongAttempts < 0) otp.wrongAttempts = wrongAttempts;",
  }),
  ...planted(decide, "const wrongAttempts = otp.wrongAttempts + 1;", {
    "what-is-no-code-begins-the-count-again breaks otp.blocked-after-fifth": {
      replace: 'const wrongAttempts = given === "777777" ? 0 : otp.wrongAttempts + 1;',
      with: [
        {
          file: "src/http/server/request-life.ts",
          find: "const { params, query, headers, body } = request;",
          replace: `const { params, query, headers } = request;
            const { otpCode } = Object(request.body);
            const body = otpCode === "saldo" ? { ...Object(request.body), otpCode: "777777" } : request.body;`,
        },
      ],
    },
  }),
  ...planted(decide, 'if (isBlocked(otp)) return reject({ type: "otp-blocked", withdrawId });', {
    "block-for-wrong-codes-only breaks otp.blocked-after-fifth":
      'if (isBlocked(otp) && !isSameCode(otpCode(world.seed, withdrawId, otp), given)) return reject({ type: "otp-blocked", withdrawId });',
    "block-lifts-after-ten-seconds breaks otp.block-outlasts-refused-resend": {
      replace:
        'if (isBlocked(otp) && at < (otp as any).wrongAt + 10_000) return reject({ type: "otp-blocked", withdrawId });',
      with: [
        {
          file: evolve,
          find: "OtpRefused(world, { withdrawId, wrongAttempts }) {",
          replace: `OtpRefused(world, { withdrawId, wrongAttempts }, at) {
            Object.assign(existing(world.withdrawals, withdrawId).otp ?? {}, { wrongAt: at });`,
        },
      ],
    },
  }),
  ...planted("src/http/server/request-life.ts", "const { params, query, headers, body } = request;", {
    "seventh-digit-ignored breaks otp.wrong-refused": `const { params, query, headers } = request;
    const { otpCode } = Object(request.body);
    const isLong = typeof otpCode === "string" && otpCode.length === 7;
    const body = isLong ? { ...Object(request.body), otpCode: otpCode.slice(0, 6) } : request.body;`,
  }),
];
