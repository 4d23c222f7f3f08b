import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReceiverSettings } from "./settings.ts";

/** How an attempt is answered. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the answer takes, by the wall clock. */
  readonly delayMs?: number;
  /** How long after its status and headers an answer ends, by the wall clock. */
  readonly restDelayMs?: number;
}

/** What arrived, as it came over the wire. */
export interface Received {
  /** ISO 8601 in UTC, by the suite's own clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Take = (received: Received) => Reply;

/** The server at which webhooks of this run arrive. Each hook has a path of its own. */
export class Receiver {
  readonly #server: Server;
  readonly #takers = new Map<string, Take>();
  readonly #settings: ReceiverSettings;

  private constructor(settings: ReceiverSettings) {
    this.#settings = settings;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async listen(settings: ReceiverSettings): Promise<Receiver> {
    const receiver = new Receiver(settings);
    receiver.#server.listen(settings.port, settings.host);
    await once(receiver.#server, "listening");
    // It ends with the worker, which would otherwise wait for it.
    receiver.#server.unref();
    return receiver;
  }

  /** Where the target reaches it, without a slash at the end. */
  get url(): string {
    const address = this.#server.address();
    const port = typeof address === "object" && address !== null ? address.port : this.#settings.port;
    return (this.#settings.url ?? `http://${this.#settings.name ?? "127.0.0.1"}:${port}`).replace(/\/+$/, "");
  }

  /** Whatever comes to this path is taken so. */
  expect(path: string, take: Take): void {
    this.#takers.set(path, take);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new Date().toISOString();
    const body = await buffer(request);
    const path = new URL(request.url ?? "/", "http://receiver").pathname;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    // A proxy before the suite may put something before the path.
    const take = [...this.#takers].find(([known]) => path.endsWith(known))?.[1];
    const reply = take?.({ at, method: request.method ?? "", path, headers, body }) ?? { status: 404 };
    if (reply.delayMs !== undefined) await sleep(reply.delayMs);
    response.writeHead(reply.status, reply.headers);
    if (reply.restDelayMs !== undefined) {
      response.write("{");
      await sleep(reply.restDelayMs);
    }
    response.end();
  }
}
