import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Peer } from "../../../store/sharing.ts";

/** A request as it arrived. */
export interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A process that does to a request what a test wants, and remembers what arrived. */
export class PlantedPeer implements AsyncDisposable {
  readonly arrived: Arrived[] = [];
  readonly server: http.Server;
  readonly peer: Peer;

  private constructor(server: http.Server) {
    this.server = server;
    const { port } = server.address() as AddressInfo;
    this.peer = { address: `http://127.0.0.1:${port}`, token: randomUUID() };
  }

  /** `answer` is called when the whole request has arrived. */
  static async start(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<PlantedPeer> {
    const server = http.createServer({ requireHostHeader: false }, async (request, response) => {
      const chunks: Buffer[] = [];
      request.on("error", () => undefined);
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      await once(request, "end").catch(() => undefined);
      const { method, url, rawHeaders } = request;
      planted.arrived.push({ method, url, rawHeaders, body: Buffer.concat(chunks) });
      answer(response, request);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const planted = new PlantedPeer(server);
    return planted;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
  }
}
