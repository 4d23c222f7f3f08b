import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A server that says what it is told to say, byte for byte, once the head of a request has come. */
export interface RawServer extends AsyncDisposable {
  readonly url: string;
  /** What came to each connection, as it came. */
  readonly received: readonly string[];
}

export async function startRawServer(answer: string | ((socket: Socket) => void)): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const at = received.push("") - 1;
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      const isFirst = received[at] === "";
      received[at] += chunk.toString("latin1");
      if (!isFirst) return;
      if (typeof answer === "string") socket.end(Buffer.from(answer, "latin1"));
      else answer(socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

/** Sends bytes and returns all that comes back until the connection ends. */
export async function exchangeRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(Buffer.from(bytes, "latin1"));
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  await once(socket, "close");
  return text;
}
