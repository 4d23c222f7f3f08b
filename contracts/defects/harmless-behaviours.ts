import { allowed, type HarmlessChange, replacing } from "./defect.ts";
import { responding } from "./interface-change.ts";

const settings = "src/domain/settings.ts";
const decide = "src/domain/decide/withdrawals.ts";

function setting(id: string, why: string, find: string, replace: string): HarmlessChange {
  return { id: `harmless-${id}`, why, file: settings, find, replace };
}

function deciding(id: string, why: string, find: string, replace: string): HarmlessChange {
  return { id: `harmless-${id}`, why, file: decide, find, replace };
}

/** What the document leaves open about states, settings and time. */
export const harmlessBehaviours: readonly HarmlessChange[] = [
  setting("fee-zero", "The fee is configurable.", "withdrawalFee: 200,", "withdrawalFee: 0,"),
  setting("fee-high", "The fee is configurable.", "withdrawalFee: 200,", "withdrawalFee: 1_999,"),
  setting("code-lives-two-minutes", "A few minutes may be two.", 'otpLifetime: "PT5M",', 'otpLifetime: "PT2M",'),
  setting(
    "code-lives-fifteen-minutes",
    "A few minutes may be fifteen.",
    'otpLifetime: "PT5M",',
    'otpLifetime: "PT15M",',
  ),
  setting(
    "manual-approval",
    "An instance may require manual approval.",
    "manualApproval: false,",
    "manualApproval: true,",
  ),
  setting("settles-at-once", "When a payment is confirmed is not shown.", 'delay: "PT10S"', 'delay: "PT0.1S"'),
  setting("settles-after-minutes", "When a payment is confirmed is not shown.", 'delay: "PT10S"', 'delay: "PT10M"'),
  setting(
    "settles-never",
    "When a payment is confirmed is not shown.",
    'outcome: "CONFIRMED", reason: null',
    'outcome: "MANUAL", reason: null',
  ),
  setting(
    "payments-fail",
    "A payment may fail.",
    'outcome: "CONFIRMED", reason: null',
    'outcome: "FAILED", reason: "bank"',
  ),
  setting(
    "retention",
    "Accounts may have retention.",
    "retention: null,",
    'retention: { percent: 20, holdFor: "P2D" },',
  ),
  setting(
    "retention-of-everything",
    "Accounts may have retention.",
    "retention: null,",
    'retention: { percent: 100, holdFor: "PT1H" },',
  ),
  deciding(
    "expired-before-blocked",
    "Which of two reasons a rejection names is not shown.",
    `if (isBlocked(otp)) return reject({ type: "otp-blocked", withdrawId });
  if (isExpired(otp, at)) return reject({ type: "otp-expired", withdrawId, otpExpiresAt: otp.expiresAt });`,
    `if (isExpired(otp, at)) return reject({ type: "otp-expired", withdrawId, otpExpiresAt: otp.expiresAt });
  if (isBlocked(otp)) return reject({ type: "otp-blocked", withdrawId });`,
  ),
  deciding(
    "resend-two-seconds-late",
    "That a resend must be possible at the very instant of expiry is not shown.",
    "if (!isExpired(otp, context.at)) {",
    "if (!isExpired(otp, context.at - 2_000)) {",
  ),
  deciding(
    "floor-before-open",
    "Which of two reasons comes first is not shown.",
    'if (openWithdrawalId !== null) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });\n',
    'if (openWithdrawalId !== null && value >= realMinimum(settings)) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });\n',
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
    [
      [
        "cancelled-is-failed",
        'status: withdrawal.status === "CANCELLED" ? "FAILED" : withdrawal.status,\n    netValue: value - fee,',
      ],
    ],
  ),
  ...allowed(
    "The state at initiation is not shown.",
    replacing("src/http/view/withdrawal-view.ts", "netValue: value - fee,"),
    [
      [
        "open-is-pending-review",
        'status: withdrawal.status === "CREATED" ? "PENDING_REVIEW" : withdrawal.status,\n    netValue: value - fee,',
      ],
    ],
  ),
  ...allowed("Nothing orders CONFIRMED and withdraw.completed.", responding, [
    [
      "confirmed-before-its-event",
      'if (operationId === "listWithdrawals") for (const one of listed || []) if (one.status === "APPROVED") one.status = "CONFIRMED";',
    ],
  ]),
  ...allowed(
    "Moves into CONFIRMED are not shown.",
    replacing("src/http/view/withdrawal-view.ts", "netValue: value - fee,"),
    [
      [
        "never-confirmed",
        'status: withdrawal.status === "CONFIRMED" ? "APPROVED" : withdrawal.status,\n    netValue: value - fee,',
      ],
    ],
  ),
  ...allowed(
    "The form of an endToEndId is not shown.",
    replacing(
      "src/domain/withdrawal.ts",
      'return `E${sandboxIspb}${compactMinute(at)}${deriveAlphanumerics(11, seed, "endToEndId", withdrawId)}`;',
    ),
    [
      [
        "end-to-end-id-of-another-form",
        'return `e2e/${deriveAlphanumerics(20, seed, "endToEndId", withdrawId).toLowerCase()}${at}`;',
      ],
    ],
  ),
  ...allowed(
    "A code of six digits may begin with zeros.",
    replacing("src/domain/otp.ts", 'return deriveDigits(otpLength, seed, "otp", withdrawId, issue);'),
    [["codes-begin-with-zero", 'return `00${deriveDigits(otpLength - 2, seed, "otp", withdrawId, issue)}`;']],
  ),
  ...allowed(
    "How long a response takes is not shown.",
    replacing("src/http/server/request-life.ts", "if (request.fault === null) return this.#inTurn(request, reply);"),
    [
      [
        "slow-responses",
        `const late = () => new Promise((resolve) => setTimeout(resolve, 150)).then(() => this.#inTurn(request, reply));
    if (request.fault === null) return this.#binding.calls === undefined ? this.#inTurn(request, reply) : late();`,
      ],
    ],
  ),
];
