import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Handlers } from "../handler.ts";
import type { ReceivedCall } from "../journal/received-call.ts";
import type { RequestJournals } from "../journal/request-journals.ts";
import { isoInstant } from "../view/instant-text.ts";

const requestShape = {
  requestId: true,
  at: true,
  receivedAt: true,
  companyId: true,
  method: true,
  path: true,
  operationId: true,
  requestBody: true,
  status: true,
  fault: true,
  outcome: true,
  durationMs: true,
  responseBody: true,
} as const;

export const requestShapes: OutcomeShapes = { "requests-listed": { requests: [requestShape] } };

/** The calls of the simulated interface, as they were received. */
export function requestHandlers(journals: RequestJournals): Handlers<Pick<operations, "listRequests">> {
  return {
    listRequests: {
      outcomes: ["requests-listed"],
      answer: async ({ query: { operationId, limit = 100 } }, { world }) => {
        const requests = journals.of(world).newest(limit, operationId).map(requestView);
        return { type: "requests-listed", requests };
      },
    },
  };
}

function requestView(call: ReceivedCall) {
  const { requestId, at, receivedAt, companyId, method, target, operationId } = call;
  const { discretion, body, status, fault, outcome, durationMs, answer } = call;
  return {
    ...{ requestId, at: isoInstant(at), receivedAt: isoInstant(receivedAt), companyId, method },
    path: discretion.target(target),
    operationId,
    requestBody: discretion.requestBody(body),
    ...{ status, fault, outcome },
    durationMs: durationMs === null ? null : Math.round(durationMs * 10) / 10,
    // Last: what was replaced in the request is replaced here, too.
    responseBody: discretion.answerBody(answer),
  };
}
