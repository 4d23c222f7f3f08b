import { type Defect, planted } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";
const records = "withdrawIds.map((id) => withdrawalView(existing(world.withdrawals, id))).reverse()";
const payouts = "src/domain/decide/payouts.ts";

const cancellable = 'if (status !== "CREATED") {\n      return reject({ type: "withdrawal-not-cancellable"';

export const confirmationDefects: readonly Defect[] = [
  ...planted(decide, "if (world.settings.manualApproval) return", {
    "everything-is-reviewed breaks confirmation.approved": "if (at > 0) return",
    "nothing-is-reviewed breaks confirmation.pending-review": "if (at < 0) return",
  }),
  ...planted("src/http/reply/outcome-view.ts", '  "code-accepted": withdrawal,', {
    "review-answered-as-approved breaks confirmation.pending-review": `  "code-accepted": {
    shape: withdrawalShape,
    view: ({ withdrawId }, { world }) => ({ ...withdrawalView(existing(world.withdrawals, withdrawId)), status: "APPROVED" }),
  },`,
  }),
  ...planted("src/domain/withdrawal.ts", "return { settlesAt, outcome, reason };", {
    "paid-with-the-confirmation breaks confirmation.answered-before-payment":
      "return { settlesAt: settlesAt === null ? null : at, outcome, reason };",
  }),
  ...planted("src/http/interface/withdrawals.ts", records, {
    "review-over-at-once breaks confirmation.review-waits": `${records}.map((view) => ({ ...view, status: view.status.replace("PENDING_REVIEW", "APPROVED") }))`,
  }),
  ...planted(
    evolve,
    'startPayout(world, traced(close(world, withdrawId, "APPROVED"), traceparent), payout);\n  },\n  WithdrawalDeclined',
    {
      "approval-pays-nothing breaks confirmation.approval-pays":
        'close(world, withdrawId, "APPROVED").payout = payout;\n  },\n  WithdrawalDeclined',
    },
  ),
  ...planted(decide, cancellable, {
    "cancellation-refused breaks cancellation.accepted": {
      replace: cancellable.replace('status !== "CREATED"', 'status !== "PENDING_REVIEW"'),
      also: ["cancellation.blocked-accepted"],
      because: "A blocked withdrawal is an open one.",
    },
    "blocked-not-cancellable breaks cancellation.blocked-accepted": cancellable.replace(
      'status !== "CREATED"',
      'status !== "CREATED" || withdrawal.otp === null || isBlocked(withdrawal.otp)',
    ),
    "cancellable-while-paid breaks cancellation.refused-after-confirmation": cancellable.replace(
      'status !== "CREATED"',
      'status !== "CREATED" && status !== "APPROVED"',
    ),
  }),
  ...planted(decide, 'accept({ type: "cancelled", ...ids }, { type: "WithdrawalCancelled", ...ids, value })', {
    "cancellation-does-nothing breaks cancellation.ends-withdrawal": {
      replace: 'accept({ type: "cancelled", ...ids })',
      also: ["initiation.again-after-cancellation", "money.ended-withdrawal"],
      because: "What a cancellation has not ended is still open, and its value is not back.",
    },
  }),
  ...planted(
    decide,
    '(_context, withdrawal) => {\n    const { withdrawId, status, value } = withdrawal;\n    if (status !== "CREATED") {',
    {
      "expired-not-cancellable breaks cancellation.accepted":
        '({ at }, withdrawal) => {\n    const { withdrawId, status, value, otp } = withdrawal;\n    if (status !== "CREATED" || otp === null || isExpired(otp, at)) {',
    },
  ),
  ...planted(decide, 'if (status !== "CREATED" || otp === null) {', {
    "cancelled-still-confirmable breaks cancellation.ends-withdrawal": {
      replace: `const given = (command as any).otpCode;
    if (status === "CANCELLED" && otp !== null && isSameCode(otpCode(context.world.seed, withdrawId, otp), String(given))) {
      return accept({ type: "code-accepted", ...idsOf(withdrawal) } as any);
    }
    if (status !== "CREATED" || otp === null) {`,
      also: ["confirmation.approved"],
      because: "The answer to the code has the state of a cancelled withdrawal.",
    },
    "new-code-reopens-a-cancelled-withdrawal breaks cancellation.ends-withdrawal": {
      replace: `const isAsked = status === "CANCELLED" && (command as any).type === "resend-otp";
    if ((status !== "CREATED" && !isAsked) || otp === null) {`,
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
  }),
  ...planted(payouts, '{ type: "WithdrawalApproved", ...ids, payout });', {
    "approval-confirms-nothing breaks confirmation.approval-pays": '{ type: "WithdrawalSentToReview", ...ids });',
  }),
  ...planted(
    "src/domain/decide/decider.ts",
    "if (entity?.companyId !== command.companyId) return reject(unknown(command));",
    {
      "withdrawals-of-others-cancelled breaks cancellation.own-company confirmation.own-company": {
        replace: "if (entity === undefined) return reject(unknown(command));",
        also: ["cancellation.accepted"],
        because: "What another company has confirmed can no longer be cancelled.",
      },
      "new-code-is-sent-for-another-company breaks confirmation.own-company": `const isOthers = entity?.companyId !== command.companyId && (command as any).type !== "resend-otp";
      if (entity === undefined || isOthers) return reject(unknown(command));`,
    },
  ),
];
