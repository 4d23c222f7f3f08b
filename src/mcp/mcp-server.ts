import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { Connection } from "../client/connection.ts";
import { version } from "../version.ts";
import { answerOfTool, listedTool } from "./answer-of-tool.ts";
import type { Tool } from "./tool.ts";

const INSTRUCTIONS =
  "Saldo simulates a PIX payout platform: a balance with reserve holds, withdrawals that a one-time code confirms, signed webhooks. " +
  "Amounts are cents. A world has a clock of its own, which you advance, and a history, in which you go back. " +
  "Begin with open_world. Use call for everything that has no tool of its own.";

/** Returns a server of tools for the sandbox of a connection. One serves one client, or one request over HTTP. */
export function mcpServer(tools: readonly Tool[], connection: Connection): McpServer {
  const capabilities = { tools: {} };
  const mcp = new McpServer({ name: "saldo", title: "Saldo", version }, { capabilities, instructions: INSTRUCTIONS });
  mcp.server.setRequestHandler("tools/list", () => ({ tools: tools.map(listedTool) }));
  mcp.server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
    const { text, isError } = await answerOfTool(tools, params.name, params.arguments ?? {}, connection);
    return { content: [{ type: "text", text }], isError };
  });
  return mcp;
}
