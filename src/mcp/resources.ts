import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { SaldoClient } from "../client/saldo-client.ts";
import { packageFolder } from "../package-folder.ts";
import { toldStory } from "./story.ts";

const MAX_EVENTS = 1_000;

let found: readonly Resource[] | undefined;

/** Returns what an agent can read: of the sandbox, and the pages of the documentation. An image comes without pages. */
export function resources(): readonly Resource[] {
  found ??= [
    resource(
      "interface",
      "The simulated platform as OpenAPI 3.1, as this sandbox serves it. x-assumed marks what is not documented.",
      "application/json",
      async (client) => JSON.stringify((await client.ask("GET", "/openapi.json")).body),
    ),
    resource(
      "story",
      "What happened in the world of the key: events, calls and deliveries, oldest first.",
      "text/plain",
      async (client) => (await toldStory(client, {}, MAX_EVENTS)).join("\n"),
    ),
    ...pages(),
  ];
  return found;
}

type Resource = ReturnType<typeof resource>;

function resource(name: string, description: string, mimeType: string, read: (client: SaldoClient) => Promise<string>) {
  return { uri: `saldo://${name}`, name, description, mimeType, read };
}

function pages(): readonly Resource[] {
  const folder = new URL("docs/", packageFolder);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".md")) : [];
  return files.map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const [, title = ""] = /^# (.*)/m.exec(text) ?? [];
    return resource(`docs/${file}`, title, "text/markdown", async () => text);
  });
}
