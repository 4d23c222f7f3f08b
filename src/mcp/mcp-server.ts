import { McpServer, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { Connection } from "../client/connection.ts";
import { SaldoClient } from "../client/saldo-client.ts";
import { closest } from "../spec/nearest.ts";
import { version } from "../version.ts";
import { answerOfTool, listedTool, problemText } from "./answer-of-tool.ts";
import { resources } from "./resources.ts";
import type { Tool } from "./tool.ts";

const INSTRUCTIONS =
  "Saldo simulates a PIX payout platform: a balance with reserve holds, withdrawals that a one-time code confirms, signed webhooks. " +
  "Give amounts in cents: 10000 is R$ 100,00. A world has a clock of its own, which you advance, and a history, in which you go back. " +
  "Begin with open_world. Use call for everything that has no tool of its own, and explain to see why something happened.";

/** Returns a server of tools for the sandbox of a connection. One serves one client, or one request over HTTP. */
export function mcpServer(tools: readonly Tool[], connection: Connection): McpServer {
  const never = { listChanged: false };
  const capabilities = { tools: never, resources: never };
  const mcp = new McpServer({ name: "saldo", title: "Saldo", version }, { capabilities, instructions: INSTRUCTIONS });
  const { server } = mcp;
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(listedTool) }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const { name, arguments: given = {} } = params;
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) {
      const names = tools.map((one) => one.name);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}; ${closest(name, names)}`);
    }
    return answerOfTool(tool, given, connection, mcpReq.signal);
  });
  server.setRequestHandler("resources/list", () => ({ resources: resources().map(({ read: _, ...one }) => one) }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const resource = resources().find((one) => one.uri === uri);
    if (resource === undefined) throw new ResourceNotFoundError(uri);
    const text = await resource.read(new SaldoClient(connection)).catch((error: unknown) => {
      throw new ProtocolError(ProtocolErrorCode.InternalError, problemText(error));
    });
    return { contents: [{ uri, mimeType: resource.mimeType, text }] };
  });
  return mcp;
}
