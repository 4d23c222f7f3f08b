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
  const { requestId, at, receivedAt, companyId, method, path, operationId, status, fault, outcome, durationMs } = call;
  const { requestBody, responseBody } = call;
  return {
    ...{ requestId, at: isoInstant(at), receivedAt: isoInstant(receivedAt), companyId, method, path, operationId },
    ...{ requestBody, status, fault, outcome, responseBody },
    durationMs: durationMs === null ? null : Math.round(durationMs * 10) / 10,
  };
}
