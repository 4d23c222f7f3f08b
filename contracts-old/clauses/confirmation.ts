import type { DocumentedClause } from "./clause.ts";

/** What follows the right code. */
export const confirmationClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "confirmation.approved",
    section: "States and transitions: Withdrawal",
    text: "Where nobody reviews withdrawals, the right code is answered with the `status` `APPROVED`.",
  },
  {
    kind: "documented",
    id: "confirmation.pending-review",
    section: "States and transitions: Withdrawal",
    text: "Where withdrawals are approved by hand, the right code is answered with the `status` `PENDING_REVIEW`.",
  },
  {
    kind: "documented",
    id: "confirmation.answered-before-payment",
    section: "States and transitions: Withdrawal",
    text: "The right code is answered without waiting for the payment, which may still be under way then.",
  },
  {
    kind: "documented",
    id: "confirmation.review-waits",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal in review is not paid out before a super admin approves it.",
  },
  {
    kind: "documented",
    id: "confirmation.approval-pays",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal in review goes into processing once a super admin approves it.",
  },
  {
    kind: "documented",
    id: "cancellation.accepted",
    section: "Endpoints",
    text: "An open withdrawal can be cancelled as long as it is not confirmed.",
  },
  {
    kind: "documented",
    id: "cancellation.blocked-accepted",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal that five wrong codes have blocked can still be cancelled.",
  },
  {
    kind: "documented",
    id: "cancellation.refused-after-confirmation",
    section: "Errors",
    text: "A withdrawal that was confirmed can no longer be cancelled.",
  },
  {
    kind: "documented",
    id: "cancellation.ends-withdrawal",
    section: "States and transitions: Withdrawal",
    text: "A cancelled withdrawal cannot be confirmed any more, not even with its code.",
  },
];
