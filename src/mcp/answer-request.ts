import { createMcpHandler } from "@modelcontextprotocol/server";
import { mcpServer } from "./mcp-server.ts";
import { TOOLS } from "./tools.ts";

/**
 * Answers a request over HTTP, with the credentials that it came with; nothing is kept for the next one. `send` asks the
 * sandbox, until the client of the request is gone.
 */
export function answerRequest(
  send: (request: Request) => Promise<Response>,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const { headers, signal, url } = request;
  const connection = {
    url: new URL(url).origin,
    apiKey: headers.get("x-api-key"),
    companyId: headers.get("x-saldo-company") ?? undefined,
    adminToken: /^bearer +(.*)$/i.exec(headers.get("authorization") ?? "")?.[1],
    fetch: (asked: Request) => send(new Request(asked, { signal })),
  };
  return createMcpHandler(() => mcpServer(TOOLS, connection), { maxSubscriptions: 0 }).fetch(request, { parsedBody });
}
