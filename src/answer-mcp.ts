import type { FastifyInstance } from "fastify";
import { pipeFetch } from "./http/in-process/pipe-fetch.ts";
import type { AnswerMcp } from "./http/mcp/serve-mcp.ts";

/** Loads the protocol with the first request: few sandboxes are asked in it, and loading takes longer than startup. */
export function answerMcp(app: FastifyInstance): AnswerMcp {
  const { fetch } = pipeFetch(app.server);
  return async (request, body) => (await import("./mcp/answer-request.ts")).answerRequest(fetch, request, body);
}
