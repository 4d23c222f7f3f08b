import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Connection } from "../../src/client/connection.ts";
import { main } from "../running-saldo.ts";

const NEWEST = "2026-07-28";

/** An agent: a client of the protocol that knows nothing of Saldo. */
export class Agent implements AsyncDisposable {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  /** Over HTTP, in the newest revision of the protocol. */
  static async overHttp({ url, apiKey }: Pick<Connection, "url" | "apiKey">): Promise<Agent> {
    const headers: Record<string, string> = apiKey === null ? {} : { "x-api-key": apiKey };
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: NEWEST } } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/sandbox/mcp", url), { requestInit: { headers } }));
    return new Agent(client);
  }

  /** With `saldo mcp`, in the revision that most programs have today. */
  static async overStdio(...words: readonly string[]): Promise<Agent> {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, "mcp", ...words] }));
    return new Agent(client);
  }

  /** Returns what a tool says. Throws an `Error` with the text of an error. */
  async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { content, isError } = await this.client.callTool({ name, arguments: { ...given } });
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    if (isError) throw new Error(text);
    return text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
