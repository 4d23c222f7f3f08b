import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request } from "undici";
import { HOP_ONLY } from "../../src/http/passing-on/relayed-headers.ts";
import type { StartedProcess } from "../../src/shell/started-process.ts";
import type { Death } from "../application.ts";

type Started = Pick<StartedProcess<unknown>, "isRunning" | "kill">;

/** Where the line leads to. */
export interface Ends {
  readonly platform: string;
  /** The key of the world; the application has one that is the same in all worlds. */
  readonly apiKey: string;
  /** The origin of the application's receiver; empty for none. */
  readonly receiver: string;
}

/** The key that applications are given, whatever world they are in. */
export const LINE_KEY = "drill-key";

/** What each side says of its own: where a message goes, and how its body is framed. */
const OWN_HEADERS = ["transfer-encoding", "content-length", "host"];

/** Stands between the application and the platform, so that the application can die while one of them waits. */
export class PlatformLine implements AsyncDisposable {
  #ends: Ends = { platform: "", apiKey: "", receiver: "" };
  /** The next such moment kills the application. */
  death: Death | null = null;
  /** Ends no connection that its client keeps: the next call over it would be lost, and no fault has done that. */
  readonly #server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => void this.#pass(incoming, response));
  /** Undefined where the drill does not start the application. */
  readonly #started: Started | undefined;

  private constructor(started: Started | undefined) {
    this.#started = started;
  }

  static async open(started: Started | undefined): Promise<PlatformLine> {
    const line = new PlatformLine(started);
    await once(line.#server.listen(0, "127.0.0.1"), "listening");
    return line;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : undefined}`;
  }

  /** Leads to another world. */
  connect(ends: Ends): void {
    this.#ends = ends;
    this.death = null;
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = incoming.headers["x-webhook-delivery"] === undefined ? "call" : "delivery";
    // A charge that was only made is no money yet, and its event would take the death from nearly all others.
    const isHarmless = incoming.headers["x-webhook-event"] === "charge.pending";
    // Asked now: the death may be called off while the other side works.
    const dies = this.death?.at === at && !isHarmless ? this.death.when : undefined;
    try {
      if (dies === "before") return this.#die(incoming);
      const { platform, apiKey, receiver } = this.#ends;
      const headers = withoutOwn(incoming.headers);
      const answer = await request(`${at === "call" ? platform : receiver}${incoming.url}`, {
        method: incoming.method ?? "GET",
        headers: headers["x-api-key"] === LINE_KEY ? { ...headers, "x-api-key": apiKey } : headers,
        body: Buffer.concat(await incoming.toArray()),
      });
      const body = Buffer.from(await answer.body.arrayBuffer());
      if (dies === "after") return this.#die(incoming);
      response.writeHead(answer.statusCode, withoutOwn(answer.headers)).end(body);
    } catch {
      // A receiver that hangs up and lives on has refused the delivery. A dead one may have stored it or not.
      if (at === "delivery" && this.#started?.isRunning !== false) response.writeHead(502).end();
      // A broken connection breaks on the other side, too.
      else incoming.socket.destroy();
    }
  }

  #die(incoming: IncomingMessage): void {
    this.death = null;
    void this.#started?.kill();
    incoming.socket.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#server[Symbol.asyncDispose]();
    this.#server.closeAllConnections();
    return closed;
  }
}

function withoutOwn(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_ONLY.has(name) && !OWN_HEADERS.includes(name)),
  );
}
