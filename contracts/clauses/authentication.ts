import { notJson } from "../judge/json.ts";
import type { Seen } from "../model/seen.ts";
import { answered } from "../model/withdrawals.ts";
import { webhookGuarded } from "../stories/deliveries.ts";
import { hasV1, openedBelowV1, withdrawalOpened } from "../stories/initiations.ts";
import { accountRead, initiatedWithoutKey, readWithoutKey } from "../stories/readings.ts";
import type { Story } from "../stories/story.ts";
import { withdrawalTried } from "../stories/withdrawals.ts";
import { callsIn, callsOf, ownCallsOf } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import { type Clause, clause, every, rejected, right } from "./clause.ts";
import { Broken, mustBeRejected, NotJudged } from "./judging.ts";

/** Which callers the platform answers, where, and in which form. */
export const authenticationClauses = [
  keyless("balance", "getBalance", [readWithoutKey], "a balance request", "the balance is not shown"),
  keyless("history", "listWithdrawals", [readWithoutKey], "a request for the history", "the history is not shown"),
  keyless(
    "withdrawals",
    "initiateWithdrawal",
    [initiatedWithoutKey, withdrawalOpened],
    "an initiation",
    "no withdrawal is initiated",
  ),
  keyless("webhooks", "createWebhook", [webhookGuarded], "the creation of a webhook", "no webhook is created"),
  every({
    id: "authentication.wrong-key",
    section: "Authentication",
    text: "A key that belongs to no company is rejected wherever a key is needed.",
    needs: [readWithoutKey, webhookGuarded],
    those: (seen) =>
      answeredIn(seen.trace).filter(
        ({ credential, operationId }) => credential === "unknown" && isServed(operationId, seen),
      ),
    judge: (call) => mustBeRejected(`${call.request.method} ${call.request.path} with a wrong key`)(answered(call)),
  }),
  right({
    id: "answers.json",
    section: "Endpoints",
    text: "Successful responses are JSON.",
    needs: [accountRead, withdrawalOpened, withdrawalTried],
    those: ({ trace }) =>
      answeredIn(trace).filter(
        (call) => isSuccess(call) && call.operationId !== undefined && call.response?.text !== "",
      ),
    wrong: ({ request: { method, path }, response }) =>
      response?.json === undefined && `the response to ${method} ${path} is ${notJson(response?.text ?? "")}`,
  }),
  clause({
    id: "versioning.initiation-below-v1",
    section: "Versioning",
    text: "A withdrawal can be initiated with the segment `v1` between host and path.",
    needs: [withdrawalOpened, openedBelowV1],
    judge: ({ whole, causeOf }) => {
      const below = answeredIn(whole).filter(({ request }) => hasV1((request.base ?? "") + request.path));
      const initiations = below.filter(({ operationId }) => operationId === "initiateWithdrawal");
      if (initiations.some(isSuccess)) return undefined;
      const served = below.find((call) => call.operationId !== undefined && isSuccess(call));
      const unknown = initiations.find((call) => causeOf(call) === "path" && isTakenNext(call, answeredIn(whole)));
      if (served !== undefined && unknown !== undefined)
        throw new Broken("other paths are there below /v1, and the one of the document's example is not", [
          served,
          unknown,
        ]);
      // One example of the document has the segment, the other paths have not: a target without it may follow those.
      throw new NotJudged("the target takes initiations, but not below /v1; the document shows both");
    },
  }),
];

/** Whether the same was asked next without the segment, and accepted: then nothing but the path was in the way. */
function isTakenNext({ account, operationId, request }: Call, calls: readonly Call[]): boolean {
  const own = calls.filter((call) => call.account === account && call.operationId === operationId);
  const next = own[own.findIndex((call) => call.request === request) + 1];
  return next !== undefined && isSuccess(next) && next.request.members.value === request.members.value;
}

function keyless(id: string, operationId: string, needs: readonly Story[], what: string, nothing: string): Clause {
  return rejected({
    id: `authentication.${id}`,
    section: "Authentication",
    text: `Without the API key of a company, ${nothing}.`,
    needs,
    what: `${what} without a key`,
    those: (seen) => {
      const asked = callsOf(seen.trace, operationId).filter(({ credential }) => credential === "none");
      return isServed(operationId, seen) ? asked.filter(({ response }) => response !== undefined).map(answered) : [];
    },
  });
}

/** A rejection says something about the key only where the same request is accepted with one. */
function isServed(operationId: string | undefined, { trace }: Seen): boolean {
  return operationId !== undefined && ownCallsOf(trace, operationId).some(isSuccess);
}

function answeredIn(trace: readonly TraceEntry[]): readonly Call[] {
  return callsIn(trace).filter(({ response }) => response !== undefined);
}
