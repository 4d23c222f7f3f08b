import type { Seen } from "../model/seen.ts";
import type { Cancellation } from "../model/withdrawals.ts";
import { twoCompanies, withdrawalOpened } from "../stories/initiations.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "../stories/withdrawals.ts";
import { accepted, clause, every, rejected } from "./clause.ts";
import { Broken, each } from "./judging.ts";

/** Who changes their mind. */
export const cancellationClauses = [
  accepted({
    id: "cancellation.accepted",
    section: "Endpoints",
    text: "An open withdrawal can be cancelled until it is confirmed.",
    needs: [withdrawalOpened, withdrawalTried, codeRenewed],
    what: "the cancellation of an open withdrawal",
    those: (seen) =>
      seen.cancellations.filter((one) => one.state === "open" && one.wrongBefore < 5 && !wasEndedByOthers(one, seen)),
  }),
  accepted({
    id: "cancellation.blocked-accepted",
    section: "States and transitions: Withdrawal",
    text: "A withdrawal that five wrong codes have blocked can still be cancelled.",
    needs: [withdrawalTried],
    what: "the cancellation of a blocked withdrawal",
    those: (seen) =>
      seen.cancellations.filter((one) => one.state === "open" && one.wrongBefore >= 5 && !wasEndedByOthers(one, seen)),
  }),
  rejected({
    id: "cancellation.refused-after-confirmation",
    section: "Errors",
    text: "A withdrawal that was confirmed can no longer be cancelled, not even while it is in review.",
    needs: [withdrawalPaid, codeBlocked],
    what: "the cancellation of a confirmed withdrawal",
    those: ({ cancellations }) => cancellations.filter(({ state }) => state === "confirmed" || state === "in-review"),
  }),
  rejected({
    id: "cancellation.ends-withdrawal",
    section: "States and transitions: Withdrawal",
    text: "A cancelled withdrawal can no longer be confirmed, not even with its code.",
    needs: [withdrawalTried, codeRenewed],
    what: "the code of a cancelled withdrawal",
    those: ({ confirmations }) => confirmations.filter(({ state, code }) => state === "cancelled" && code === "right"),
  }),
  every({
    id: "cancellation.own-company",
    section: "Authentication",
    text: "The key of one company does not cancel the withdrawal of another company.",
    needs: [twoCompanies],
    those: (seen) => foreign(seen.cancellations, seen.cancellations, seen),
    judge: mustDoNothing("cancelled"),
  }),
  clause({
    id: "confirmation.own-company",
    section: "Authentication",
    text: "The key of one company does not confirm the withdrawal of another company, not even with its code, and has no new code sent for it.",
    needs: [withdrawalPaid, codeRenewed],
    judge: (seen) => {
      const confirmed = foreign(seen.confirmations, seen.cancellations, seen).filter(({ call, opened }) =>
        opened?.codes.some(({ value }) => value === call.request.members.otpCode),
      );
      // A company gets no other code right after one that it has itself.
      const asked = seen.isPartial ? [] : foreign(seen.resends, seen.resends, seen);
      const sent = asked.filter(({ own }) => own.call.response?.status !== 429);
      for (const one of sent) mustDoNothing("sent a new code for")(one);
      return each(confirmed, mustDoNothing("confirmed"));
    },
  }),
];

/** A target may accept what does nothing. Then its own company can still cancel the withdrawal, or ask for a code. */
function mustDoNothing(done: string) {
  return ({ call, accepted, own }: Cancellation & { readonly own: Cancellation }) => {
    if (!accepted || own.accepted) return;
    throw new Broken(`a company has ${done} the withdrawal of another one`, [call, own]);
  };
}

/** Requests with the key of a company that has not opened the withdrawal, each with the next of `all` by the company that has. */
function foreign<One extends Cancellation>(
  requests: readonly One[],
  all: readonly Cancellation[],
  { withdrawals, isBefore }: Seen,
) {
  return requests.flatMap((one) => {
    const { withdrawId } = one.call.request.members;
    const opened = withdrawals.find(({ id, account }) => id === withdrawId && account !== one.call.account);
    const own = all.find(
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
