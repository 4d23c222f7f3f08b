import type { ResponseSpec } from "../../spec/operations.ts";
import { compileResponses } from "../../spec/renderer.ts";
import type { Renderers } from "./reply.ts";

/**
 * Returns the response of an operation to a fault with a status. It has the form that the document, with its overlay,
 * gives to failures of the server, so that clients get no body that the real platform would not send.
 */
export function faultResponses(operationId: string, responses: readonly ResponseSpec[]): (status: number) => Renderers {
  const failure = responses.find(({ outcomes }) => outcomes.includes("internal-error"));
  return (status) => {
    if (failure === undefined) throw new Error(`${operationId} has no response for a failure of the server`);
    const response = { ...failure, status, outcomes: ["fault-injected"] };
    return compileResponses({ operationId, responses: [response] }, { "fault-injected": {} });
  };
}
