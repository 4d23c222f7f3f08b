import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that speaks whatever it likes. `await using` closes it. */
export interface RawReceiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** How many connections were ever made to it. */
  readonly connections: number;
  /** Waits until all connections that were made have ended. */
  allEnded(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that does this whenever bytes have come on a connection. A small request comes at once, so
 * that this is once a request. `connection` counts the connections and `request` the requests on it, both from 1; `bytes` are
 * those that have come.
 */
export async function startRawReceiver(
  onRequest: (socket: Socket, connection: number, request: number, bytes: Buffer) => void,
  onConnection: (socket: Socket) => void = () => {},
): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket);
    const connection = connections;
    let request = 0;
    socket.on("data", (bytes: Buffer) => {
      request += 1;
      onRequest(socket, connection, request, bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get connections() {
      return connections;
    },
    async allEnded() {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.on("close", resolve))));
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
