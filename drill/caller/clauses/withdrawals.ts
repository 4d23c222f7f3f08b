import type { ReceivedRequest } from "../../../src/spec/generated/control-api.ts";
import type { CallerClause } from "../caller-clause.ts";
import { type CallerTrace, eachOf, goesOn, isLook, isUnanswered, withdrawIdOf } from "../caller-trace.ts";

/** How a caller opens and ends withdrawals when answers are lost. */
export const withdrawalClauses: readonly CallerClause[] = [
  {
    id: "withdrawals.looks-before-initiating-again",
    section: "States and transitions: Withdrawal",
    kind: "recommendation",
    text: "After an initiation without an answer, the caller reads its withdrawals, or learns the open one from a 409, before a second one is made.",
    situation: "an initiation without an answer, and a call after it",
    fix: "Treat an initiation without an answer as unknown: read GET /account-balance/withdrawals, and initiate again only if the withdrawal is not there.",
    *look(trace) {
      for (const [lost, next] of eachLost(trace, "initiateWithdrawal")) {
        const what = "It initiated again without a read, and a second withdrawal was made or may have been.";
        yield next.operationId === "initiateWithdrawal" && next.status !== 409 ? { what, calls: [lost, next] } : null;
      }
    },
  },
  {
    id: "withdrawals.goes-on-with-the-open-one",
    section: "Errors",
    kind: "documented",
    text: "After a 409 that names the open withdrawal, the caller looks it up or goes on with it, before it initiates again.",
    situation: "a 409 that names an open withdrawal, and a call after it",
    fix: "Read `withdrawId` of the 409, and confirm, cancel or resend the code of that withdrawal, or find in the history whose it is.",
    *look(trace) {
      for (const [refused, later] of eachOf(trace, "initiateWithdrawal")) {
        const withdrawId = withdrawIdOf(refused);
        if (refused.status !== 409 || withdrawId === undefined) continue;
        const isAboutIt = (call: ReceivedRequest) =>
          isLook(call) || (goesOn(call) && withdrawIdOf(call) === withdrawId);
        const next = later.find((call) => isAboutIt(call) || isInitiation(call));
        if (next === undefined) continue;
        const what = `It initiated again and did nothing about ${withdrawId}, which is open.`;
        yield isAboutIt(next) ? null : { what, calls: [refused, next] };
      }
    },
  },
  {
    id: "withdrawals.looks-after-a-lost-confirmation",
    section: "States and transitions: Withdrawal",
    kind: "recommendation",
    text: "After a confirmation without an answer, the caller reads its withdrawals before it confirms, resends, cancels or initiates again.",
    situation: "a confirmation without an answer, and a call after it",
    fix: "Treat a confirmation without an answer as unknown: the withdrawal may be approved. Read GET /account-balance/withdrawals for its status.",
    *look(trace) {
      for (const [lost, next] of eachLost(trace, "confirmWithdrawal")) {
        const what = `It went on with ${next.operationId} without reading the status of ${withdrawIdOf(lost)}.`;
        yield isLook(next) ? null : { what, calls: [lost, next] };
      }
    },
  },
  {
    id: "withdrawals.cancels-only-unconfirmed",
    section: "Errors",
    kind: "documented",
    text: "The caller cancels no withdrawal whose confirmation was answered.",
    situation: "a cancellation",
    fix: "Once a confirmation is answered with APPROVED or PENDING_REVIEW, take the withdrawal for under way and wait for its end.",
    *look(trace) {
      for (const [cancel] of eachOf(trace, "cancelWithdrawal")) {
        const confirmed = trace.calls.find(
          (call) =>
            call.requestId < cancel.requestId &&
            call.outcome === "code-accepted" &&
            !isUnanswered(call) &&
            withdrawIdOf(call) === withdrawIdOf(cancel),
        );
        const what = `It cancelled ${withdrawIdOf(cancel)} after its confirmation was answered.`;
        yield confirmed === undefined ? null : { what, calls: [confirmed, cancel] };
      }
    },
  },
  {
    id: "withdrawals.whole-cents",
    section: "Limits",
    kind: "documented",
    text: "The caller sends amounts as integers of cents.",
    situation: "an initiation with a value",
    fix: "Count money in integers of cents everywhere, and round where an amount is made, not where it is sent.",
    *look(trace) {
      for (const [call] of eachOf(trace, "initiateWithdrawal")) {
        const { value }: { readonly value?: unknown } = Object(call.requestBody);
        if (value === undefined) continue;
        const what = `It sent ${JSON.stringify(value)} as the value.`;
        yield Number.isInteger(value) ? null : { what, calls: [call] };
      }
    },
  },
];

/** Returns the calls without an answer, with what was done next about withdrawals. */
function* eachLost(
  trace: CallerTrace,
  operationId: string,
): Iterable<readonly [lost: ReceivedRequest, next: ReceivedRequest]> {
  for (const [call, later] of eachOf(trace, operationId)) {
    const next = later.find((one) => isLook(one) || goesOn(one) || isInitiation(one));
    if (isUnanswered(call) && next !== undefined) yield [call, next];
  }
}

function isInitiation({ operationId }: ReceivedRequest): boolean {
  return operationId === "initiateWithdrawal";
}
