import type { Server, Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How often idle connections are closed. Node does that only when asked. */
const SWEEP_INTERVAL_MS = 50;

/** Closes a server: idle connections at once, others after their response, and the rest by force after `withinMs`. */
export async function closeServer(app: FastifyInstance, sockets: OpenSockets, withinMs: number): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL_MS);
  const forcing = setTimeout(() => sockets.destroy(), withinMs);
  await app.close();
  clearInterval(sweeping);
  clearTimeout(forcing);
}

/**
 * The connections of a server. Node's own list lacks those that the HTTP parser gave up: a client that got a raw 400
 * and keeps its side open would keep the server open.
 */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
