import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { main } from "../running-saldo.ts";

const page = new DocumentedBlocks("docs/agents.md");

/** What programs of agents read in `.mcp.json`. */
interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly url: string;
  readonly headers: Record<string, string>;
}

test("each .mcp.json leads an agent to the sandbox that the page says", async () => {
  await using sandbox = await startSandbox();
  const balances = new Set<string>();
  for (const { text } of page.takeAll("json")) {
    // The port and the key of a sandbox that runs already.
    const here = text.replaceAll("http://127.0.0.1:4400", sandbox.url).replaceAll("sandbox-key", sandbox.apiKey);
    const server: Server = JSON.parse(here).mcpServers.saldo;
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transportFor(server));
    balances.add(JSON.stringify(await client.callTool({ name: "read_balance", arguments: {} })).replace(/:\d+\//, "/"));
    await client.close();
  }
  expect([...balances]).toEqual([expect.stringContaining("R$ 1.500,00")]);
  expect(page.notRun).toEqual([]);
});

function transportFor({ command, args, env = {}, url, headers }: Server) {
  if (command === undefined) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  expect([command, args[0]]).toEqual(["npx", "saldo"]);
  return new StdioClientTransport({ command: process.execPath, args: [main, ...args.slice(1)], env });
}
