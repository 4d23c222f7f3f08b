import { notJson } from "../judge/json.ts";
import type { Seen } from "../model/seen.ts";
import { webhookGuarded } from "../stories/deliveries.ts";
import { hasV1, openedBelowV1, withdrawalOpened } from "../stories/initiations.ts";
import { accountRead, initiatedWithoutKey, webhookWithoutKey } from "../stories/readings.ts";
import { withdrawalTried } from "../stories/withdrawals.ts";
import { type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import { clause } from "./clause.ts";
import { Broken, each, mustBeRejected, NotJudged } from "./judging.ts";

/** Which callers the platform answers, where, and in which form. */
export const authenticationClauses = [
  clause(
    {
      id: "authentication.balance",
      section: "Authentication",
      text: "Without the API key of a company, the balance is not shown.",
      needs: [accountRead],
    },
    keyless("getBalance", "a balance request without a key"),
  ),
  clause(
    {
      id: "authentication.withdrawals",
      section: "Authentication",
      text: "No withdrawal is initiated without the API key of a company.",
      needs: [initiatedWithoutKey, withdrawalOpened],
    },
    keyless("initiateWithdrawal", "an initiation without a key"),
  ),
  clause(
    {
      id: "authentication.history",
      section: "Authentication",
      text: "Without the API key of a company, the history is not shown.",
      needs: [accountRead],
    },
    keyless("listWithdrawals", "a request for the history without a key"),
  ),
  clause(
    {
      id: "authentication.webhooks",
      section: "Authentication",
      text: "No webhook is created without the API key of a company.",
      needs: [webhookWithoutKey],
    },
    keyless("createWebhook", "the creation of a webhook without a key"),
  ),
  clause(
    {
      id: "authentication.wrong-key",
      section: "Authentication",
      text: "A key that belongs to no company is rejected wherever a key is needed.",
      needs: [accountRead, webhookGuarded],
    },
    (seen) =>
      each(
        callsIn(seen.trace).filter(
          ({ credential, operationId }) => credential === "unknown" && isServed(operationId, seen),
        ),
        (call) => mustBeRejected(`${call.request.method} ${call.request.path} with a wrong key`)(asked(call)),
      ),
  ),
  clause(
    {
      id: "answers.json",
      section: "Endpoints",
      text: "Successful responses are JSON.",
      needs: [accountRead, withdrawalOpened, withdrawalTried],
    },
    ({ trace }) =>
      each(
        callsIn(trace).filter(
          (call) => isSuccess(call) && call.operationId !== undefined && call.response?.text !== "",
        ),
        (call) => {
          const { method, path } = call.request;
          if (call.response?.json === undefined)
            throw new Broken(`the response to ${method} ${path} is ${notJson(call.response?.text ?? "")}`, [call]);
        },
      ),
  ),
  clause(
    {
      id: "versioning.initiation-below-v1",
      section: "Versioning",
      text: "A withdrawal can be initiated with the segment `v1` between host and path.",
      needs: [withdrawalOpened, openedBelowV1],
    },
    ({ whole, causeOf }) => {
      const below = callsIn(whole).filter(({ request }) => hasV1((request.base ?? "") + request.path));
      const initiations = below.filter(({ operationId }) => operationId === "initiateWithdrawal");
      if (initiations.some(isSuccess)) return undefined;
      const served = below.find((call) => call.operationId !== undefined && isSuccess(call));
      const unknown = initiations.find((call) => causeOf(call) === "path" && isTakenNext(call, callsIn(whole)));
      if (served !== undefined && unknown !== undefined)
        throw new Broken("other paths are there below /v1, and the one of the document's example is not", [
          served,
          unknown,
        ]);
      // One example of the document has the segment, the other paths have not: a target without it may follow those.
      throw new NotJudged("the target takes initiations, but not below /v1; the document shows both");
    },
  ),
];

/** Whether the same was asked next without the segment, and accepted: then nothing but the path was in the way. */
function isTakenNext({ account, operationId, request }: Call, calls: readonly Call[]): boolean {
  const own = calls.filter((call) => call.account === account && call.operationId === operationId);
  const next = own[own.findIndex((call) => call.request === request) + 1];
  return next !== undefined && isSuccess(next) && next.request.members.value === request.members.value;
}

function keyless(operationId: string, what: string) {
  return (seen: Seen) =>
    each(
      callsIn(seen.trace).filter(
        (call) => call.credential === "none" && call.operationId === operationId && isServed(operationId, seen),
      ),
      (call) => mustBeRejected(what)(asked(call)),
    );
}

/** A rejection says something about the key only where the same request is accepted with one. */
function isServed(operationId: string | undefined, { trace }: Seen): boolean {
  return callsIn(trace).some(
    (call) => call.operationId === operationId && call.credential === "own" && isSuccess(call),
  );
}

function callsIn(trace: readonly TraceEntry[]): readonly Call[] {
  return trace.filter((entry) => entry.kind === "call").filter(({ response }) => response !== undefined);
}

function asked(call: Call) {
  return { call, accepted: isSuccess(call), rejected: wasRejected(call) };
}
