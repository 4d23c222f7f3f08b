import type { FastifyInstance, FastifyRequest } from "fastify";
import { pipeFetch } from "../in-process/pipe-fetch.ts";
import { goneSignal } from "../request/caller.ts";
import { refuseForeignPages } from "../security/foreign-page.ts";

type Send = (request: Request) => Promise<Response>;

/** Answers one request of the Model Context Protocol. `send` asks the sandbox; `body`: what the JSON of the request says. */
export type AnswerMcp = (send: Send, request: Request, body: unknown) => Promise<Response>;

/** Serves the protocol beside the control plane. What a tool asks ends with its client's connection. */
export function serveMcp(app: FastifyInstance, answer: AnswerMcp): void {
  const { fetch } = pipeFetch(app.server);
  app.register(async (scope) => {
    refuseForeignPages(scope);
    scope.post("/sandbox/mcp", async (request, reply) => {
      const response = await answer(fetch, requestOf(request, goneSignal(reply.raw)), request.body);
      // Whether the connection is kept is for the client and the server to say.
      response.headers.delete("connection");
      return reply.send(response);
    });
  });
}

/** The host may be one that no URL can have, such as `[fe80::1%eth0]`; then the texts of the tools name this machine. */
function requestOf({ method, protocol, host, headers: given }: FastifyRequest, signal: AbortSignal): Request {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const url = URL.parse(`${protocol}://${host}`) ?? `${protocol}://localhost`;
  return new Request(url, { method, headers, signal });
}
