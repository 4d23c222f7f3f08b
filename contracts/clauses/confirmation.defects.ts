import type { Defect } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";
const records = "withdrawIds.map((id) => withdrawalView(existing(world.withdrawals, id))).reverse()";
const payouts = "src/domain/decide/payouts.ts";

const cancellable = 'if (status !== "CREATED") {\n      return reject({ type: "withdrawal-not-cancellable"';

export const confirmationDefects: readonly Defect[] = [
  {
    id: "everything-is-reviewed",
    breaks: ["confirmation.approved"],
    file: decide,
    find: "if (world.settings.manualApproval) return",
    replace: "if (at > 0) return",
  },
  {
    id: "nothing-is-reviewed",
    breaks: ["confirmation.pending-review"],
    file: decide,
    find: "if (world.settings.manualApproval) return",
    replace: "if (at < 0) return",
  },
  {
    id: "review-answered-as-approved",
    breaks: ["confirmation.pending-review"],
    file: "src/http/reply/outcome-view.ts",
    find: '  "code-accepted": withdrawal,',
    replace: `  "code-accepted": {
    shape: withdrawalShape,
    view: ({ withdrawId }, { world }) => ({ ...withdrawalView(existing(world.withdrawals, withdrawId)), status: "APPROVED" }),
  },`,
  },
  {
    id: "paid-with-the-confirmation",
    breaks: ["confirmation.answered-before-payment"],
    file: "src/domain/withdrawal.ts",
    find: "return { settlesAt, outcome, reason };",
    replace: "return { settlesAt: settlesAt === null ? null : at, outcome, reason };",
  },
  {
    id: "review-over-at-once",
    breaks: ["confirmation.review-waits"],
    file: "src/http/interface/withdrawals.ts",
    find: records,
    replace: `${records}.map((view) => ({ ...view, status: view.status.replace("PENDING_REVIEW", "APPROVED") }))`,
  },
  {
    id: "approval-pays-nothing",
    breaks: ["confirmation.approval-pays"],
    file: evolve,
    find: 'startPayout(world, traced(close(world, withdrawId, "APPROVED"), traceparent), payout);\n  },\n  WithdrawalDeclined',
    replace: 'close(world, withdrawId, "APPROVED").payout = payout;\n  },\n  WithdrawalDeclined',
  },
  {
    id: "cancellation-refused",
    breaks: ["cancellation.accepted"],
    also: ["cancellation.blocked-accepted"],
    because: "A blocked withdrawal is an open one.",
    file: decide,
    find: cancellable,
    replace: cancellable.replace('status !== "CREATED"', 'status !== "PENDING_REVIEW"'),
  },
  {
    id: "cancellation-does-nothing",
    breaks: ["cancellation.ends-withdrawal"],
    also: ["initiation.again-after-cancellation"],
    because: "What a cancellation has not ended is still open.",
    file: decide,
    find: 'accept({ type: "cancelled", ...ids }, { type: "WithdrawalCancelled", ...ids, value })',
    replace: 'accept({ type: "cancelled", ...ids })',
  },
  {
    id: "expired-not-cancellable",
    breaks: ["cancellation.accepted"],
    file: decide,
    find: '(_context, withdrawal) => {\n    const { withdrawId, status, value } = withdrawal;\n    if (status !== "CREATED") {',
    replace:
      '({ at }, withdrawal) => {\n    const { withdrawId, status, value, otp } = withdrawal;\n    if (status !== "CREATED" || otp === null || isExpired(otp, at)) {',
  },
  {
    id: "blocked-not-cancellable",
    breaks: ["cancellation.blocked-accepted"],
    file: decide,
    find: cancellable,
    replace: cancellable.replace(
      'status !== "CREATED"',
      'status !== "CREATED" || withdrawal.otp === null || isBlocked(withdrawal.otp)',
    ),
  },
  {
    id: "cancellable-while-paid",
    breaks: ["cancellation.refused-after-confirmation"],
    file: decide,
    find: cancellable,
    replace: cancellable.replace('status !== "CREATED"', 'status !== "CREATED" && status !== "APPROVED"'),
  },
  {
    id: "cancelled-still-confirmable",
    breaks: ["cancellation.ends-withdrawal"],
    file: decide,
    find: 'if (status !== "CREATED" || otp === null) {',
    replace: 'if ((status !== "CREATED" && status !== "CANCELLED") || otp === null) {',
  },
  {
    id: "approval-confirms-nothing",
    breaks: ["confirmation.approval-pays"],
    file: payouts,
    find: '{ type: "WithdrawalApproved", ...ids, payout });',
    replace: '{ type: "WithdrawalSentToReview", ...ids });',
  },
  {
    id: "withdrawals-of-others-cancelled",
    breaks: ["cancellation.own-company", "confirmation.own-company"],
    also: ["cancellation.accepted"],
    because: "What another company has confirmed can no longer be cancelled.",
    file: "src/domain/decide/decider.ts",
    find: "if (entity?.companyId !== command.companyId) return reject(unknown(command));",
    replace: "if (entity === undefined) return reject(unknown(command));",
  },
];
