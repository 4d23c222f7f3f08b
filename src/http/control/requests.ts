import { setImmediate } from "node:timers/promises";
import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Handlers } from "../handler.ts";
import type { ReceivedCall } from "../journal/received-call.ts";
import type { RequestJournals } from "../journal/request-journals.ts";
import type { SecretSearch } from "../journal/secret-search.ts";
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

/** Lists the calls of the simulated interface. */
export function requestHandlers(journals: RequestJournals): Handlers<Pick<operations, "listRequests">> {
  return {
    listRequests: {
      outcomes: ["requests-listed"],
      answer: async ({ query: { operationId, limit = 100 } }, { world }) => {
        const secrets = journals.search();
        const requests = [];
        for (const call of journals.of(world).newest(limit, operationId)) {
          requests.push(requestView(call, secrets));
          // There may be a thousand long ones; others need not wait for all of them.
          await setImmediate();
        }
        return { type: "requests-listed", requests };
      },
    },
  };
}

function requestView(call: ReceivedCall, secrets: SecretSearch) {
  const { requestId, at, receivedAt, companyId, method, operationId, status, fault, outcome, durationMs } = call;
  const { path, requestBody, responseBody } = call.shown(secrets);
  return {
    ...{ requestId, at: isoInstant(at), receivedAt: isoInstant(receivedAt), companyId, method, path, operationId },
    ...{ requestBody, status, fault, outcome },
    durationMs: durationMs === null ? null : Math.round(durationMs * 10) / 10,
    responseBody,
  };
}
