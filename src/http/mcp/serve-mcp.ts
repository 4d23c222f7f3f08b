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
      const response = await answer(requestOf(request, gone), request.body);
      // Whether the connection is kept is for the client and the server to say.
      response.headers.delete("connection");
      return reply.send(response);
    });
  });
}

/** The host may be one that no URL can have, such as `[fe80::1%eth0]`; then the texts of the tools name this machine. */
function requestOf({ method, protocol, host, headers }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const url = `${protocol}://${host}`;
  const init = { method, headers: Object.fromEntries(given), signal };
  return new Request(URL.canParse(url) ? url : `${protocol}://localhost`, init);
}
