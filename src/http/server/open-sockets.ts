import type { Server, Socket } from "node:net";

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
