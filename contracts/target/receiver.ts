import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseJson } from "../judge/json.ts";
import type { Arrival } from "../trace/trace.ts";

export interface Reply {
  readonly status: number;
  /** In the receiver's time. */
  readonly delayMs?: number;
  /** A body that comes in pieces, for this long after the head. */
  readonly body?: { readonly bytes: number; readonly ms: number };
  /** Is told when the head goes out: after how long, and whether the machine was too busy to tell. */
  readonly onHead?: (ms: number, isBusy: boolean) => void;
}

/** Notes when the machine was behind by more than a second: what runs beside it on the same machine was, too. */
class Pulse {
  #last = performance.now();
  #behindAt = Number.NEGATIVE_INFINITY;
  readonly #timer = setInterval(() => this.#beat(), BEAT_MS).unref();

  /** Whether it was lately. */
  get isBehind(): boolean {
    this.#beat();
    return performance.now() - this.#behindAt < LATELY_MS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = performance.now();
    if (now - this.#last > BEAT_MS + BEHIND_MS) this.#behindAt = now;
    this.#last = now;
  }
}

const BEAT_MS = 200;
const BEHIND_MS = 1_000;
const LATELY_MS = 15_000;

/** Where the receiver listens, and at which URL the target reaches it. */
export interface ReceiverPlace {
  readonly host: string;
  readonly port: number;
  /** By which name a sandbox reaches this machine; by default as the loopback interface. */
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  /** Passes while it keeps a request waiting; by default real time. */
  readonly time?: ReceiverTime | undefined;
}

/** Milliseconds, and how to let some of them pass. */
export interface ReceiverTime {
  now(): number;
  pass(ms: number): Promise<void>;
}

const realTime: ReceiverTime = { now: Date.now, pass: (ms) => sleep(ms, undefined, { ref: false }) };

/** What arrived, before it is known for which story. */
export type Received = Pick<Arrival, "path" | "receivedAt" | "method" | "headers" | "body" | "json" | "isBusy">;

type Respond = (received: Received) => Reply;

/** The HTTP server that the webhooks of a run deliver to. Each webhook has a path of its own. */
export class Receiver {
  readonly #server: Server;
  readonly #place: ReceiverPlace;
  readonly #responds = new Map<string, Respond>();
  readonly #pulse = new Pulse();

  private constructor(place: ReceiverPlace) {
    this.#place = place;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async listen(place: ReceiverPlace): Promise<Receiver> {
    const receiver = new Receiver(place);
    receiver.#server.listen(place.port, place.host);
    await once(receiver.#server, "listening");
    return receiver;
  }

  /** What webhooks are created with, without a slash at its end. */
  get url(): string {
    return (this.#place.url ?? this.origin).replace(/\/+$/, "");
  }

  get origin(): string {
    const address = this.#server.address();
    const port = typeof address === "object" && address !== null ? address.port : this.#place.port;
    return `http://${this.#place.name ?? "127.0.0.1"}:${port}`;
  }

  expect(path: string, respond: Respond): void {
    this.#responds.set(path, respond);
  }

  async close(): Promise<void> {
    this.#pulse.stop();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = Date.now();
    const { time = realTime } = this.#place;
    const beganAt = time.now();
    const body = await buffer(request);
    if (isLook(request)) return void response.writeHead(200).end();
    const { pathname } = new URL(request.url ?? "/", "http://receiver");
    // A proxy in front of the receiver may have put something before the path.
    const [path, respond] = [...this.#responds].find(([known]) => pathname.endsWith(known)) ?? [pathname, undefined];
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const method = request.method ?? "";
    const busy = this.#pulse.isBehind && { isBusy: true as const };
    const reply = respond?.({ path, receivedAt, method, headers, body, json: parseJson(body.toString()), ...busy });
    if (reply?.delayMs !== undefined) await time.pass(reply.delayMs);
    response.on("error", () => {});
    response.writeHead(reply?.status ?? 404);
    reply?.onHead?.(time.now() - beganAt, this.#pulse.isBehind);
    if (reply?.body !== undefined) await dribble(response, reply.body, time);
    response.end();
  }
}

/** A target may look whether something is at the URL of a webhook, which delivers nothing. */
function isLook({ method = "", headers }: IncomingMessage): boolean {
  return (
    ["GET", "HEAD", "OPTIONS"].includes(method) && !Object.keys(headers).some((name) => name.startsWith("x-webhook-"))
  );
}

async function dribble(
  response: ServerResponse,
  { bytes, ms }: NonNullable<Reply["body"]>,
  time: ReceiverTime,
): Promise<void> {
  for (let nth = 0; nth < PIECES && !response.destroyed; nth += 1) {
    response.write("x".repeat(Math.ceil(bytes / PIECES)));
    await time.pass(ms / PIECES);
  }
}

const PIECES = 6;
