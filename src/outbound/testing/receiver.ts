import { EventEmitter, once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** A request as it came in, its body whole and in its own bytes. */
export interface ReceivedRequest {
  readonly method: string;
  /** With the query: `/hooks?a=1`. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: http.IncomingHttpHeaders;
  /** Name, value, name, value, …, spelled and ordered as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** An answer of HTTP. Without a `content-length` among the headers the length is that of the body. */
export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/**
 * What a receiver can do without being told more:
 * - a number answers with that status, `"ok"` with 200, both with an empty body;
 * - `"silent"` never answers and keeps the connection;
 * - `"half-answer"` sends 200 and half of the body that it announced, then ends the connection;
 * - `"endless-body"` sends 200 and then a few bytes every 10 ms, as long as the connection lasts;
 * - `"close-at-once"` ends the connection without an answer.
 */
export type ReceiverManner = "ok" | number | "silent" | "half-answer" | "endless-body" | "close-at-once";

/** Answers a request; called once. */
export type Respond = (how: ReceiverManner | ReceiverAnswer) => void;

/** How a receiver treats a request: always in one manner, with one answer, or as a function decides, even much later. */
export type Behaviour =
  | ReceiverManner
  | ReceiverAnswer
  | ((request: ReceivedRequest, respond: Respond) => void | Promise<void>);

/** A real server that webhooks can be sent to. `await using` closes it, open connections included. */
export interface Receiver extends AsyncDisposable {
  /** Its origin, without a slash at the end: `http://127.0.0.1:49152`. */
  readonly url: string;
  readonly port: number;
  /** All that came so far, in order. A request counts when its body is whole. */
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were ever made to it. */
  readonly connections: number;
  /** From the next request on; a list is for one request each, its last for all that follow. */
  behave(behaviour: Behaviour | readonly Behaviour[]): void;
  /** Waits until that many requests came in all. Rejects after twenty seconds. */
  reached(count: number): Promise<void>;
  /** Ends the connections that are open, idle ones and busy ones; new ones are still welcome. */
  hangUp(): Promise<void>;
}

/** With `tls` it speaks HTTPS. */
export interface ReceiverOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 by default, `0.0.0.0` for what comes from containers. */
  readonly host?: string;
}

/**
 * Starts a receiver.
 *
 *     await using receiver = await startReceiver([500, "ok"]);
 *     // … send webhooks to receiver.url …
 *     await receiver.reached(2);
 *     expect(receiver.requests[1]?.headers["x-webhook-event"]).toBe("charge.paid");
 *
 * A list of behaviours is for one request each, its last for all that follow; without one every request gets 200.
 */
export async function startReceiver(
  behaviour: Behaviour | readonly Behaviour[] = "ok",
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const receiver = new HttpReceiver(behaviour, options);
  await receiver.listen(options.port ?? 0, options.host ?? "127.0.0.1");
  return receiver;
}

// It only ends what hangs.
const patienceMs = 60_000;

class HttpReceiver implements Receiver {
  readonly requests: ReceivedRequest[] = [];
  connections = 0;
  port = 0;
  readonly #scheme: "http" | "https";
  readonly #server: http.Server;
  readonly #sockets = new Set<Socket>();
  readonly #arrivals = new EventEmitter();
  #behaviours: Behaviour[] = [];

  constructor(behaviour: Behaviour | readonly Behaviour[], { tls }: ReceiverOptions) {
    this.#scheme = tls === undefined ? "http" : "https";
    this.#server = tls === undefined ? http.createServer() : https.createServer(tls);
    this.#server.on("request", (incoming, response) => this.#receive(incoming, response));
    this.#server.on("connection", (socket) => this.#track(socket));
    this.#arrivals.setMaxListeners(0);
    this.behave(behaviour);
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  async listen(port: number, host: string): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port;
  }

  behave(behaviour: Behaviour | readonly Behaviour[]): void {
    this.#behaviours = Array.isArray(behaviour) ? [...behaviour] : [behaviour as Behaviour];
  }

  async reached(count: number): Promise<void> {
    const signal = AbortSignal.timeout(patienceMs);
    while (this.requests.length < count) {
      await once(this.#arrivals, "request", { signal }).catch(() => {
        throw new Error(`Of ${count} requests ${this.requests.length} came within ${patienceMs} ms.`);
      });
    }
  }

  async hangUp(): Promise<void> {
    await Promise.all([...this.#sockets].map((socket) => ended(socket.destroy())));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #track(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
  }

  #receive(incoming: http.IncomingMessage, response: http.ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on("error", () => {});
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const request = received(incoming, Buffer.concat(chunks));
      const behaviour = this.#nextBehaviour();
      this.requests.push(request);
      this.#arrivals.emit("request");
      if (typeof behaviour === "function") void behaviour(request, (how) => answer(response, how));
      else answer(response, behaviour);
    });
  }

  #nextBehaviour(): Behaviour {
    const next = this.#behaviours.length > 1 ? this.#behaviours.shift() : this.#behaviours[0];
    return next ?? "ok";
  }
}

/** A connection that was reset ends too. */
function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.on("close", () => resolve()));
}

function received(incoming: http.IncomingMessage, body: Buffer): ReceivedRequest {
  const { method = "", url: path = "", headers, rawHeaders } = incoming;
  return { method, path, headers, rawHeaders, body };
}

function answer(response: http.ServerResponse, how: ReceiverManner | ReceiverAnswer): void {
  if (typeof how === "object") response.writeHead(how.status, how.headers).end(how.body);
  else if (typeof how === "number") response.writeHead(how).end();
  else manners[how](response);
}

const manners: Record<Exclude<ReceiverManner, number>, (response: http.ServerResponse) => void> = {
  ok: (response) => response.writeHead(200).end(),
  silent: () => {},
  "half-answer": (response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("x".repeat(50), () => response.destroy());
  },
  "endless-body": (response) => {
    response.writeHead(200);
    const trickle = setInterval(() => response.write("more "), 10);
    response.on("close", () => clearInterval(trickle));
  },
  "close-at-once": (response) => response.destroy(),
};
