import type { FastifyInstance, FastifyRequest } from "fastify";
import { goneSignal } from "../request/caller.ts";
import { refuseForeignPages } from "../security/foreign-page.ts";

/** Answers one request of the Model Context Protocol. `body`: what its JSON says. */
export type AnswerMcp = (request: Request, body: unknown) => Promise<Response>;

/**
 * Serves the Model Context Protocol beside the control plane, each request by itself. What a tool asks ends with its
 * client's connection.
 */
export function serveMcp(app: FastifyInstance, answer: AnswerMcp): void {
  app.register(async (scope) => {
    refuseForeignPages(scope);
    scope.post("/sandbox/mcp", async (request, reply) => {
      const gone = goneSignal(reply.raw);
      return reply.send(await answer(requestOf(request, gone), request.body));
    });
  });
}

function requestOf({ method, originalUrl, protocol, host, headers }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return new Request(`${protocol}://${host}${originalUrl}`, { method, headers: Object.fromEntries(given), signal });
}
