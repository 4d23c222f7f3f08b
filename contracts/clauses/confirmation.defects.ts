import { type Defect, planted } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";
const records = "withdrawIds.map((id) => withdrawalView(existing(world.withdrawals, id))).reverse()";
const payouts = "src/domain/decide/payouts.ts";

const cancellable = 'if (status !== "CREATED") {\n      return reject({ type: "withdrawal-not-cancellable"';

export const confirmationDefects: readonly Defect[] = [
  ...planted(decide, "if (world.settings.manualApproval) return", [
    ["everything-is-reviewed", "confirmation.approved", "if (at > 0) return"],
    ["nothing-is-reviewed", "confirmation.pending-review", "if (at < 0) return"],
  ]),
  ...planted("src/http/reply/outcome-view.ts", '  "code-accepted": withdrawal,', [
    [
      "review-answered-as-approved",
      "confirmation.pending-review",
      `  "code-accepted": {
    shape: withdrawalShape,
    view: ({ withdrawId }, { world }) => ({ ...withdrawalView(existing(world.withdrawals, withdrawId)), status: "APPROVED" }),
  },`,
    ],
  ]),
  ...planted("src/domain/withdrawal.ts", "return { settlesAt, outcome, reason };", [
    [
      "paid-with-the-confirmation",
      "confirmation.answered-before-payment",
      "return { settlesAt: settlesAt === null ? null : at, outcome, reason };",
    ],
  ]),
  ...planted("src/http/interface/withdrawals.ts", records, [
    [
      "review-over-at-once",
      "confirmation.review-waits",
      `${records}.map((view) => ({ ...view, status: view.status.replace("PENDING_REVIEW", "APPROVED") }))`,
    ],
  ]),
  {
    id: "approval-pays-nothing",
    breaks: ["confirmation.approval-pays"],
    file: evolve,
    find: 'startPayout(world, traced(close(world, withdrawId, "APPROVED"), traceparent), payout);\n  },\n  WithdrawalDeclined',
    replace: 'close(world, withdrawId, "APPROVED").payout = payout;\n  },\n  WithdrawalDeclined',
  },
  ...planted(decide, cancellable, [
    [
      "cancellation-refused",
      "cancellation.accepted",
      cancellable.replace('status !== "CREATED"', 'status !== "PENDING_REVIEW"'),
      { also: ["cancellation.blocked-accepted"], because: "A blocked withdrawal is an open one." },
    ],
    [
      "blocked-not-cancellable",
      "cancellation.blocked-accepted",
      cancellable.replace(
        'status !== "CREATED"',
        'status !== "CREATED" || withdrawal.otp === null || isBlocked(withdrawal.otp)',
      ),
    ],
    [
      "cancellable-while-paid",
      "cancellation.refused-after-confirmation",
      cancellable.replace('status !== "CREATED"', 'status !== "CREATED" && status !== "APPROVED"'),
    ],
  ]),
  ...planted(decide, 'accept({ type: "cancelled", ...ids }, { type: "WithdrawalCancelled", ...ids, value })', [
    [
      "cancellation-does-nothing",
      "cancellation.ends-withdrawal",
      'accept({ type: "cancelled", ...ids })',
      {
        also: ["initiation.again-after-cancellation", "money.ended-withdrawal"],
        because: "What a cancellation has not ended is still open, and its value is not back.",
      },
    ],
  ]),
  {
    id: "expired-not-cancellable",
    breaks: ["cancellation.accepted"],
    file: decide,
    find: '(_context, withdrawal) => {\n    const { withdrawId, status, value } = withdrawal;\n    if (status !== "CREATED") {',
    replace:
      '({ at }, withdrawal) => {\n    const { withdrawId, status, value, otp } = withdrawal;\n    if (status !== "CREATED" || otp === null || isExpired(otp, at)) {',
  },
  ...planted(decide, 'if (status !== "CREATED" || otp === null) {', [
    [
      "cancelled-still-confirmable",
      "cancellation.ends-withdrawal",
      'if ((status !== "CREATED" && status !== "CANCELLED") || otp === null) {',
    ],
    [
      "new-code-reopens-a-cancelled-withdrawal",
      "cancellation.ends-withdrawal",
      `const isAsked = status === "CANCELLED" && (command as any).type === "resend-otp";
    if ((status !== "CREATED" && !isAsked) || otp === null) {`,
      {
        with: [
          {
            file: evolve,
            find: "existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: 0, ...fixed };",
            replace: `existing(world.withdrawals, withdrawId).otp = { issue, expiresAt, wrongAttempts: 0, ...fixed };
    existing(world.withdrawals, withdrawId).status = "CREATED";
    existing(world.companies, companyId).openWithdrawalId = withdrawId;`,
          },
        ],
      },
    ],
  ]),
  ...planted(payouts, '{ type: "WithdrawalApproved", ...ids, payout });', [
    ["approval-confirms-nothing", "confirmation.approval-pays", '{ type: "WithdrawalSentToReview", ...ids });'],
  ]),
  ...planted(
    "src/domain/decide/decider.ts",
    "if (entity?.companyId !== command.companyId) return reject(unknown(command));",
    [
      [
        "withdrawals-of-others-cancelled",
        "cancellation.own-company confirmation.own-company",
        "if (entity === undefined) return reject(unknown(command));",
        { also: ["cancellation.accepted"], because: "What another company has confirmed can no longer be cancelled." },
      ],
      [
        "new-code-is-sent-for-another-company",
        "confirmation.own-company",
        `const isOthers = entity?.companyId !== command.companyId && (command as any).type !== "resend-otp";
      if (entity === undefined || isOthers) return reject(unknown(command));`,
      ],
    ],
  ),
];
