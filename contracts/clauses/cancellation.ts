import { withdrawalOpened } from "../stories/initiations.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "../stories/withdrawals.ts";
import { clause } from "./clause.ts";
import { each, mustBeAccepted, mustBeRejected } from "./judging.ts";

/** Who changes their mind. */
export const cancellationClauses = [
  clause(
    {
      id: "cancellation.accepted",
      section: "Endpoints",
      text: "An open withdrawal can be cancelled until it is confirmed.",
      needs: [withdrawalOpened, withdrawalTried, codeRenewed],
    },
    ({ cancellations }) =>
      each(
        cancellations.filter(({ state, wrongBefore }) => state === "open" && wrongBefore < 5),
        mustBeAccepted("the cancellation of an open withdrawal"),
      ),
  ),
  clause(
    {
      id: "cancellation.blocked-accepted",
      section: "States and transitions: Withdrawal",
      text: "A withdrawal that five wrong codes have blocked can still be cancelled.",
      needs: [withdrawalTried],
    },
    ({ cancellations }) =>
      each(
        cancellations.filter(({ state, wrongBefore }) => state === "open" && wrongBefore >= 5),
        mustBeAccepted("the cancellation of a blocked withdrawal"),
      ),
  ),
  clause(
    {
      id: "cancellation.refused-after-confirmation",
      section: "Errors",
      text: "A withdrawal that was confirmed can no longer be cancelled, not even while it is in review.",
      needs: [withdrawalPaid, codeBlocked],
    },
    ({ cancellations }) =>
      each(
        cancellations.filter(({ state }) => state === "confirmed" || state === "in-review"),
        mustBeRejected("the cancellation of a confirmed withdrawal"),
      ),
  ),
  clause(
    {
      id: "cancellation.ends-withdrawal",
      section: "States and transitions: Withdrawal",
      text: "A cancelled withdrawal can no longer be confirmed, not even with its code.",
      needs: [withdrawalTried],
    },
    ({ confirmations }) =>
      each(
        confirmations.filter(({ state, code }) => state === "cancelled" && code === "right"),
        mustBeRejected("the code of a cancelled withdrawal"),
      ),
  ),
];
