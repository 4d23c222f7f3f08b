import { allowed, type HarmlessChange, replacing } from "./defect.ts";
import { responding } from "./interface-change.ts";

const settings = "src/domain/settings.ts";
const decide = "src/domain/decide/withdrawals.ts";

/** What the document leaves open about states, settings and time. */
export const harmlessBehaviours: readonly HarmlessChange[] = [
  ...allowed("The fee is configurable.", replacing(settings, "withdrawalFee: 200,"), {
    "fee-zero": "withdrawalFee: 0,",
    "fee-high": "withdrawalFee: 1_999,",
  }),
  ...allowed("A few minutes may be two, or fifteen.", replacing(settings, 'otpLifetime: "PT5M",'), {
    "code-lives-two-minutes": 'otpLifetime: "PT2M",',
    "code-lives-fifteen-minutes": 'otpLifetime: "PT15M",',
  }),
  ...allowed("An instance may require manual approval.", replacing(settings, "manualApproval: false,"), {
    "manual-approval": "manualApproval: true,",
  }),
  ...allowed("When a payment is confirmed is not shown.", replacing(settings, 'delay: "PT10S"'), {
    "settles-at-once": 'delay: "PT0.1S"',
    "settles-after-minutes": 'delay: "PT10M"',
  }),
  ...allowed(
    "When a payment is confirmed is not shown, and it may fail.",
    replacing(settings, 'outcome: "CONFIRMED", reason: null'),
    { "settles-never": 'outcome: "MANUAL", reason: null', "payments-fail": 'outcome: "FAILED", reason: "bank"' },
  ),
  ...allowed("Accounts may have retention.", replacing(settings, "retention: null,"), {
    retention: 'retention: { percent: 20, holdFor: "P2D" },',
    "retention-of-everything": 'retention: { percent: 100, holdFor: "PT1H" },',
  }),
  ...allowed(
    "Which of two reasons a rejection names is not shown.",
    replacing(
      decide,
      `if (isBlocked(otp)) return reject({ type: "otp-blocked", withdrawId });
  if (isExpired(otp, at)) return reject({ type: "otp-expired", withdrawId, otpExpiresAt: otp.expiresAt });`,
    ),
    {
      "expired-before-blocked": `if (isExpired(otp, at)) return reject({ type: "otp-expired", withdrawId, otpExpiresAt: otp.expiresAt });
  if (isBlocked(otp)) return reject({ type: "otp-blocked", withdrawId });`,
    },
  ),
  ...allowed(
    "That a resend must be possible at the very instant of expiry is not shown.",
    replacing(decide, "if (!isExpired(otp, context.at)) {"),
    {
      "resend-two-seconds-late": "if (!isExpired(otp, context.at - 2_000)) {",
    },
  ),
  ...allowed(
    "Which of two reasons comes first is not shown.",
    replacing(
      decide,
      'if (openWithdrawalId !== null) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });\n',
    ),
    {
      "floor-before-open":
        'if (openWithdrawalId !== null && value >= realMinimum(settings)) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });\n',
    },
  ),
  {
    id: "harmless-expired-withdrawal-gives-way",
    why: "Whether a withdrawal is still open when its code has expired may depend on what comes next.",
    file: decide,
    find: 'if (openWithdrawalId !== null) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });\n',
    replace: `const old = context.world.withdrawals.get(openWithdrawalId ?? "");
    if (old?.otp != null && !isExpired(old.otp, context.at))
      return reject({ type: "withdrawal-already-open", withdrawId: old.withdrawId });
`,
    with: [
      {
        file: decide,
        find: '{ type: "WithdrawalInitiated", ...ids, value, fee, pixKey: profile.pixKey },',
        replace: `...(old === undefined ? [] : [{ type: "WithdrawalCancelled", ...idsOf(old), value: old.value } as const]),
      { type: "WithdrawalInitiated", ...ids, value, fee, pixKey: profile.pixKey },`,
      },
    ],
  },
  ...allowed(
    "The state after a cancellation is not shown.",
    replacing("src/http/view/withdrawal-view.ts", "netValue: value - fee,"),
    {
      "cancelled-is-failed":
        'status: withdrawal.status === "CANCELLED" ? "FAILED" : withdrawal.status,\n    netValue: value - fee,',
    },
  ),
  ...allowed(
    "The state at initiation is not shown.",
    replacing("src/http/view/withdrawal-view.ts", "netValue: value - fee,"),
    {
      "open-is-pending-review":
        'status: withdrawal.status === "CREATED" ? "PENDING_REVIEW" : withdrawal.status,\n    netValue: value - fee,',
    },
  ),
  ...allowed("Nothing orders CONFIRMED and withdraw.completed.", responding, {
    "confirmed-before-its-event":
      'if (operationId === "listWithdrawals") for (const one of listed || []) if (one.status === "APPROVED") one.status = "CONFIRMED";',
  }),
  ...allowed(
    "Moves into CONFIRMED are not shown.",
    replacing("src/http/view/withdrawal-view.ts", "netValue: value - fee,"),
    {
      "never-confirmed":
        'status: withdrawal.status === "CONFIRMED" ? "APPROVED" : withdrawal.status,\n    netValue: value - fee,',
    },
  ),
  ...allowed(
    "The form of an endToEndId is not shown.",
    replacing(
      "src/domain/withdrawal.ts",
      'return `E${sandboxIspb}${compactMinute(at)}${deriveAlphanumerics(11, seed, "endToEndId", withdrawId)}`;',
    ),
    {
      "end-to-end-id-of-another-form":
        'return `e2e/${deriveAlphanumerics(20, seed, "endToEndId", withdrawId).toLowerCase()}${at}`;',
    },
  ),
  ...allowed(
    "A code of six digits may begin with zeros.",
    replacing("src/domain/otp.ts", 'return deriveDigits(otpLength, seed, "otp", withdrawId, issue);'),
    {
      "codes-begin-with-zero": 'return `00${deriveDigits(otpLength - 2, seed, "otp", withdrawId, issue)}`;',
    },
  ),
  ...allowed(
    "How long a response takes is not shown.",
    replacing("src/http/server/request-life.ts", "if (request.fault === null) return this.#inTurn(request, reply);"),
    {
      "slow-responses": `const late = () => new Promise((resolve) => setTimeout(resolve, 150)).then(() => this.#inTurn(request, reply));
    if (request.fault === null) return this.#binding.calls === undefined ? this.#inTurn(request, reply) : late();`,
    },
  ),
];
