import { once } from "node:events";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import { mcpServer } from "../../mcp/mcp-server.ts";
import type { Tool } from "../../mcp/tool.ts";
import { TOOLS } from "../../mcp/tools.ts";
import { startSandbox } from "../../testing/start-sandbox.ts";
import { endOnSignals } from "../end-on-signals.ts";
import { STATUS } from "../ended.ts";
import { type Output, outliveReaders } from "../output.ts";
import { connectionOf } from "../verbs/connection.ts";

/** `saldo mcp`: serves one agent until it closes standard input. Standard output belongs to the protocol. */
export async function serveAgent(command: Command, output: Output, localTools: readonly Tool[]): Promise<void> {
  outliveReaders();
  await using own = command.opts<{ url?: string }>().url === undefined ? await startSandbox() : undefined;
  const connection = own === undefined ? await connectionOf(command, output) : { url: own.url, apiKey: own.apiKey };
  const onerror = ({ name, message }: Error) => {
    const told = name === "ZodError" ? "a message of the agent is no JSON-RPC 2.0, and is left out" : message;
    output.stderr.write(`warning: ${told}\n`);
  };
  const transport = new StdioServerTransport();
  const serving = serveStdio(() => mcpServer([...TOOLS, ...localTools], connection), { transport, onerror });
  const { onclose } = transport;
  // After a message that is too long the transport reads no more, and would not see that the agent has gone.
  transport.onclose = () => {
    onclose?.();
    process.stdin.destroy();
  };
  // A drill that is under way ends its application before this process ends, so that signals are heeded to its end.
  endOnSignals(STATUS.broken, () => {
    if (process.stdin.destroyed) process.exit(STATUS.broken);
    process.stdin.destroy();
  });
  await once(process.stdin, "close");
  await serving.close();
}
