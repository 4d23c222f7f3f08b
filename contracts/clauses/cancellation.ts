import type { Seen } from "../model/seen.ts";
import type { Cancellation } from "../model/withdrawals.ts";
import { twoCompanies, withdrawalOpened } from "../stories/initiations.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "../stories/withdrawals.ts";
import { clause } from "./clause.ts";
import { Broken, each, mustBeAccepted, mustBeRejected } from "./judging.ts";

/** Who changes their mind. */
export const cancellationClauses = [
  clause(
    {
      id: "cancellation.accepted",
      section: "Endpoints",
      text: "An open withdrawal can be cancelled until it is confirmed.",
      needs: [withdrawalOpened, withdrawalTried, codeRenewed],
    },
    (seen) =>
      each(
        seen.cancellations.filter((one) => one.state === "open" && one.wrongBefore < 5 && !wasEndedByOthers(one, seen)),
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
    (seen) =>
      each(
        seen.cancellations.filter(
          (one) => one.state === "open" && one.wrongBefore >= 5 && !wasEndedByOthers(one, seen),
        ),
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
  clause(
    {
      id: "cancellation.own-company",
      section: "Authentication",
      text: "The key of one company does not cancel the withdrawal of another company.",
      needs: [twoCompanies],
    },
    (seen) => each(foreign(seen.cancellations, seen), mustDoNothing("cancelled")),
  ),
  clause(
    {
      id: "confirmation.own-company",
      section: "Authentication",
      text: "The key of one company does not confirm the withdrawal of another company, not even with its code.",
      needs: [withdrawalPaid],
    },
    (seen) =>
      each(
        foreign(seen.confirmations, seen).filter(({ call, opened }) =>
          opened?.codes.some(({ value }) => value === call.request.members.otpCode),
        ),
        mustDoNothing("confirmed"),
      ),
  ),
];

/** A target may accept what does nothing. Then its own company can still cancel the withdrawal. */
function mustDoNothing(done: string) {
  return ({ call, accepted, own }: Cancellation & { readonly own: Cancellation }) => {
    if (!accepted || own.accepted) return;
    throw new Broken(`a company has ${done} the withdrawal of another one`, [call, own.call]);
  };
}

/** Requests with the key of a company that has not opened the withdrawal, each with the next cancellation of the company that has. */
function foreign<One extends Cancellation>(requests: readonly One[], { cancellations, withdrawals, isBefore }: Seen) {
  return requests.flatMap((one) => {
    const { withdrawId } = one.call.request.members;
    const opened = withdrawals.find(({ id, account }) => id === withdrawId && account !== one.call.account);
    const own = cancellations.find(
      ({ call, withdrawal }) => withdrawal !== undefined && withdrawal === opened && isBefore(one.call, call),
    );
    return one.withdrawal === undefined && own !== undefined ? [{ ...one, own, opened }] : [];
  });
}

/** Another client of the account may have cancelled it: the history says something else of it by now. */
function wasEndedByOthers({ rejected, withdrawal, call }: Cancellation, { shownStates, isBefore }: Seen): boolean {
  if (!rejected || withdrawal === undefined) return false;
  const own = shownStates.filter((one) => one.withdrawal === withdrawal);
  const before = own.findLast((one) => isBefore(one.call, call));
  const after = own.find((one) => isBefore(call, one.call));
  return after !== undefined && (before === undefined ? after.status === "CANCELLED" : after.status !== before.status);
}
