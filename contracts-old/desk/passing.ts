import type { IncomingMessage, ServerResponse } from "node:http";
import { type DeskSays, deskHeaders } from "./headers.ts";

/** An answer of the desk in the place of the target's. */
export function say(
  response: ServerResponse,
  says: DeskSays,
  body: { readonly needs: string; readonly reason: string },
): void {
  response.writeHead(502, { "content-type": "application/json", [deskHeaders.says]: says }).end(JSON.stringify(body));
}

/** What is between the contracts and the desk alone is not passed on, and what the contracts' HTTP client adds by itself. */
export function passedOn(headers: IncomingMessage["headers"]): Record<string, string> {
  const own: readonly string[] = [
    ...Object.values(deskHeaders),
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
  ];
  const added = ["accept-language", "sec-fetch-mode", "accept-encoding", "user-agent", "keep-alive"];
  const entries = Object.entries(headers).filter(([name]) => !own.includes(name) && !added.includes(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Without what belongs to the connection, and what only the desk says. */
export function passedBack(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own: readonly string[] = ["connection", "keep-alive", "transfer-encoding", "content-length", deskHeaders.says];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
}
