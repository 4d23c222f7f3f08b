import { setImmediate } from "node:timers/promises";
import type { operations } from "../../spec/generated/control-api.ts";
import type { ReceivedCall } from "../journal/received-call.ts";
import type { RequestJournals } from "../journal/request-journals.ts";
import type { Handlers } from "../server/handler.ts";
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

/** Lists the calls of the simulated interface. */
export function requestHandlers(journals: RequestJournals) {
  return {
    listRequests: {
      shapes: { "requests-listed": { requests: [requestShape] } },
      answer: async ({ query: { operationId, limit = 100 } }, { world }) => {
        const requests = [];
        for (const call of journals.of(world).newest(limit, operationId)) {
          requests.push(requestView(call));
          // There may be a thousand long ones; others need not wait for all of them.
          await setImmediate();
        }
        return { type: "requests-listed", requests };
      },
    },
  } satisfies Partial<Handlers<operations>>;
}

function requestView(call: ReceivedCall) {
  const { beginning, requestBody, status, fault, outcome, durationMs, responseBody } = call;
  return {
    ...beginning,
    requestBody,
    status,
    fault,
    outcome,
    responseBody,
    at: isoInstant(beginning.at),
    receivedAt: isoInstant(beginning.receivedAt),
    durationMs: durationMs === null ? null : Math.round(durationMs * 10) / 10,
  };
}
