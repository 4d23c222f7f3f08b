import { connect, type Socket } from "node:net";

export interface WireEnd {
  /** What came before the end of the connection. */
  readonly text: string;
  /** The code of the error that ended it, or null. */
  readonly error: string | null;
}

/** Writes lines and a body as they are, and waits for the end of the connection. */
export function exchange(url: string, lines: readonly string[], body: string | Buffer = ""): Promise<WireEnd> {
  return endOf(write(url, lines, body));
}

export function write(url: string, lines: readonly string[], body: string | Buffer = ""): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  return socket;
}

export function endOf(socket: Socket): Promise<WireEnd> {
  const { promise, resolve } = Promise.withResolvers<WireEnd>();
  let text = "";
  let error: string | null = null;
  socket.on("data", (bytes) => (text += bytes.toString("latin1")));
  socket.on("error", (failure: NodeJS.ErrnoException) => (error = failure.code ?? failure.message));
  socket.on("close", () => resolve({ text, error }));
  return promise;
}
