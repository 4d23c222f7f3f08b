import { createMcpHandler, type McpRequestContext } from "@modelcontextprotocol/server";
import type { Connection } from "../client/connection.ts";
import { mcpServer } from "./mcp-server.ts";
import { TOOLS } from "./tools.ts";

/** Returns what answers requests over HTTP. Each has the credentials that it came with, and nothing is kept between them. */
export function requestAnswerer(send: (request: Request) => Promise<Response>) {
  const serve = ({ requestInfo }: McpRequestContext) => {
    const signal = requestInfo?.signal;
    const fetch = (request: Request) => send(new Request(request, { signal }));
    return mcpServer(TOOLS, { ...connectionOf(requestInfo), fetch });
  };
  const { fetch } = createMcpHandler(serve, { maxSubscriptions: 0 });
  return (request: Request, parsedBody: unknown) => fetch(request, { parsedBody });
}

function connectionOf(request: Request | undefined): Connection {
  if (request === undefined) throw new Error("a request over HTTP came without its headers");
  const { headers, url } = request;
  const adminToken = /^bearer +(.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const companyId = headers.get("x-saldo-company") ?? undefined;
  return { url: new URL(url).origin, apiKey: headers.get("x-api-key"), companyId, adminToken };
}
