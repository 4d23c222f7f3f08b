import { connect, type Socket } from "node:net";

/** An answer as it stood on the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case; the last of a repeated header. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** One request as a client would write it; `connection: close` is added, so that the server ends the connection. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly string[];
  /** The value of Host; null for none. */
  readonly host?: string | null;
  readonly body?: string | Buffer | undefined;
  /** The request's content-length; by default the true one, `null` for none. */
  readonly contentLength?: number | null;
}

/** Sends one request that no polite client would send, and waits for the end of the connection. */
export async function request(url: string, wanted: WireRequest): Promise<WireAnswer> {
  const [answer] = answersIn(await exchange(url, bytesOf(wanted)), [wanted.method]);
  if (answer === undefined) throw new Error(`${wanted.method} ${wanted.target.slice(0, 60)}: no answer`);
  return answer;
}

export function bytesOf({ method, target, headers = [], host = "sandbox", body, contentLength }: WireRequest): Buffer {
  const payload = Buffer.from(body ?? "");
  const length = contentLength === undefined && body !== undefined ? payload.length : contentLength;
  const lines = [`${method} ${target} HTTP/1.1`, "connection: close", ...headers];
  if (host !== null) lines.splice(1, 0, `host: ${host}`);
  if (typeof length === "number") lines.push(`content-length: ${length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), payload]);
}

/** Writes bytes and reads until the server ends the connection; `thenEnd` ends the client's half after them. */
export function exchange(url: string, bytes: string | Buffer, thenEnd = false): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const received: Buffer[] = [];
  const socket = open(url);
  socket.on("data", (chunk) => received.push(chunk));
  socket.on("close", () => resolve(Buffer.concat(received)));
  socket.write(bytes);
  if (thenEnd) socket.end();
  return promise;
}

/** Writes bytes, waits until the server has sent `said`, and breaks the connection off. */
export function breakOff(url: string, bytes: string | Buffer, after: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = open(url);
  let received = "";
  const look = () => {
    if (received.includes(after)) socket.destroy();
  };
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    look();
  });
  socket.on("close", () => resolve());
  socket.write(bytes, look);
  return promise;
}

/** The answers in a stream, in their order; `methods` are those asked with, for HEAD has no body. */
export function answersIn(stream: Buffer, methods: readonly string[]): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = stream;
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1) throw new Error(`not an answer: ${rest.toString("latin1").slice(0, 200)}`);
    const [first = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(lines.map((line) => [nameOf(line), line.slice(line.indexOf(":") + 1).trim()]));
    const length = methods[answers.length] === "HEAD" ? 0 : Number(headers["content-length"] ?? 0);
    const status = Number(first.split(" ")[1]);
    const body = rest.subarray(end + 4, end + 4 + length);
    // Interim answers (100 Continue) are none.
    if (status >= 200) answers.push({ status, headers, text: body.toString("utf8") });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(":")).toLowerCase();
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that ends the connection while we still write resets it; what it said before counts.
  socket.on("error", () => undefined);
  return socket;
}
