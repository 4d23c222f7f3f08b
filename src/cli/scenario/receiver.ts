import { once } from "node:events";
import { createServer } from "node:http";
import { reasonOf } from "../start-refused.ts";
import { Usage } from "../usage.ts";

interface Place {
  readonly host: string;
  readonly port: number;
  /** By which name the target reaches this machine, if not by the host. */
  readonly name?: string;
  /** Where the target reaches it, if something stands between. */
  readonly url?: string;
}

/** Takes every webhook with 204 and forgets it: what was delivered, the world tells. */
export interface Receiver extends AsyncDisposable {
  /** An origin. */
  readonly url: string;
  /** An origin where nobody listens: no program gets this port by chance, and none is known to be there. */
  readonly nobody: string;
}

const portOfNobody = 1;

/** @throws Usage when nothing can listen there. */
export async function startReceiver({ host, port, name = reachable(host), url }: Place): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Usage(`nothing can listen at --receiver-host ${host}, --receiver-port ${port}: ${reasonOf(error)}`);
  }
  const address = server.address();
  const chosen = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: (url ?? `http://${name}:${chosen}`).replace(/\/+$/, ""),
    nobody: `http://${name}:${portOfNobody}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** All addresses are none that one could connect to. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
