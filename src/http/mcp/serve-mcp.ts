import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseForeignPages } from "../security/foreign-page.ts";

/** Answers one request of the Model Context Protocol. `body`: what its JSON says. */
export type AnswerMcp = (request: Request, body: unknown) => Promise<Response>;

/** Serves the Model Context Protocol beside the control plane, each request by itself. */
export function serveMcp(app: FastifyInstance, answer: AnswerMcp): void {
  app.register(async (scope) => {
    refuseForeignPages(scope);
    scope.post("/sandbox/mcp", async (request, reply) => reply.send(await answer(requestOf(request), request.body)));
  });
}

function requestOf({ method, originalUrl, protocol, host, headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return new Request(`${protocol}://${host}${originalUrl}`, { method, headers: Object.fromEntries(given) });
}
