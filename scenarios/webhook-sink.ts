import { once } from "node:events";
import { createServer } from "node:http";
import type { ReceiverPlace } from "../contracts/cli/target/started-target.ts";
import { receiverNotListening } from "../src/cli/target-options.ts";

/** Takes every webhook with 204 and forgets it: the world tells what was delivered. */
export interface WebhookSink extends AsyncDisposable {
  /** Its origin. */
  readonly receiver: string;
  /** An origin without a server: no program gets port 1 by chance. */
  readonly nobody: string;
}

/** Throws `UserError` when nothing can listen there. */
export async function startSink({ host, port, name = reachable(host), url }: ReceiverPlace): Promise<WebhookSink> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  await once(server.listen(port, host), "listening").catch((error: unknown) => {
    throw receiverNotListening(error, host, port);
  });
  const address = server.address();
  const chosen = typeof address === "object" && address !== null ? address.port : port;
  return {
    receiver: url ?? `http://${name}:${chosen}`,
    nobody: `http://${name}:1`,
    [Symbol.asyncDispose]() {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      return closed;
    },
  };
}

/** Returns the host at which this machine reaches a listener. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
