import type { Command } from "commander";
import type { Tool } from "../../mcp/tool.ts";
import { addOptions } from "../option.ts";
import type { CommandLine } from "../output.ts";
import { CONNECTION_OPTIONS } from "../verbs/connection.ts";

/** Adds `saldo mcp`. `localTools`: what only a server on the machine of the agent offers. */
export function addMcpCommand(
  program: Command,
  { output }: CommandLine,
  localTools: () => Promise<readonly Tool[]>,
): void {
  addOptions(program.command("mcp"), CONNECTION_OPTIONS)
    .description("let an agent use a sandbox, over the Model Context Protocol on standard input and output")
    .addHelpText("after", help)
    .action(async (_choice: unknown, command: Command) => {
      const { serveAgent } = await import("./serve-agent.ts");
      await serveAgent(command, output, await localTools());
    });
}

const help = `
Without --url it starts a sandbox of its own: in memory, on a free port, its clock frozen. That sandbox sends webhooks
to routes only, and ends with the agent.

Examples:
  saldo mcp                                                with a sandbox of its own
  saldo mcp --url http://127.0.0.1:4400                    with a running one
  claude mcp add saldo -- npx saldo mcp                    give it to an agent`;
