import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { SaldoClient } from "../client/saldo-client.ts";
import { packageFolder } from "../package-folder.ts";
import { toldStory } from "./story.ts";

/** What an agent can read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly read: (client: SaldoClient) => Promise<string>;
}

const MAX_EVENTS = 1_000;

const OF_THE_SANDBOX: readonly Resource[] = [
  {
    uri: "saldo://interface",
    name: "interface",
    description:
      "The simulated platform as OpenAPI 3.1, as this sandbox serves it. x-assumed marks what is not documented.",
    mimeType: "application/json",
    read: async (client) => JSON.stringify((await client.ask("GET", "/openapi.json")).body),
  },
  {
    uri: "saldo://story",
    name: "story",
    description: "What happened in the world of the key: events, calls and deliveries, oldest first.",
    mimeType: "text/plain",
    read: async (client) => (await toldStory(client, {}, MAX_EVENTS)).join("\n"),
  },
];

let found: readonly Resource[] | undefined;

/** Returns what there is to read: of the sandbox, and the pages of the documentation. An image comes without pages. */
export function resources(): readonly Resource[] {
  found ??= [...OF_THE_SANDBOX, ...pages()];
  return found;
}

function pages(): readonly Resource[] {
  const folder = new URL("docs/", packageFolder);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".md")) : [];
  return files.map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const [, description = ""] = /^# (.*)/m.exec(text) ?? [];
    const name = `docs/${file}`;
    return { uri: `saldo://${name}`, name, description, mimeType: "text/markdown", read: async () => text };
  });
}
