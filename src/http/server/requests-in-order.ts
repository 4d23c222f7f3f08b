import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Maximum requests over all connections that wait for an earlier response of theirs; each takes some kilobytes. */
const MAX_WAITING = 10_000;

/**
 * Lets a server begin a request only when the response to the one before it on the same connection has left. Node would
 * begin all that a client sends at once, and keep the responses of a client that does not read. Call it once the server
 * has its listener for requests.
 */
export function beginInOrder(server: Server): void {
  const listeners = server.listeners("request");
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  const lines = new WeakMap<Socket, WaitingRequests>();
  const total = { waiting: 0 };
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    // Node gives a response its connection when the responses before it have left.
    if (response.socket !== null) return begin(request, response);
    const { socket } = request;
    const line = lines.get(socket) ?? new WaitingRequests(socket, total);
    lines.set(socket, line);
    if (total.waiting >= MAX_WAITING) return void socket.destroy();
    line.add();
    response.once("socket", () => {
      line.remove();
      begin(request, response);
    });
  });
}

/** The requests of a connection that wait. Until they are done no more are read from it. */
class WaitingRequests {
  readonly #socket: Socket;
  readonly #total: { waiting: number };
  #waiting = 0;
  readonly #hold = () => void this.#socket.pause();

  constructor(socket: Socket, total: { waiting: number }) {
    this.#socket = socket;
    this.#total = total;
    socket.once("close", () => {
      total.waiting -= this.#waiting;
      this.#waiting = 0;
    });
  }

  add(): void {
    this.#total.waiting += 1;
    this.#waiting += 1;
    if (this.#waiting > 1) return;
    this.#socket.pause();
    // Node resumes it when a response has left.
    this.#socket.on("resume", this.#hold);
  }

  remove(): void {
    if (this.#waiting === 0) return;
    this.#total.waiting -= 1;
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#socket.off("resume", this.#hold);
    this.#socket.resume();
  }
}
