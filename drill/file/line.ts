import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request } from "undici";
import type { Death } from "../application.ts";

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

/** Headers of one connection, not of the message. */
const OWN_HEADERS = ["connection", "keep-alive", "transfer-encoding", "content-length", "host"];

/** The process of the application. */
interface Life {
  isRunning(): boolean;
  /** Ends it at once. */
  kill(): void;
}

/** Stands between the application and the platform, so that the application can die while one of them waits. */
export class PlatformLine implements AsyncDisposable {
  readonly url: string;
  #ends: Ends = { platform: "", apiKey: "", receiver: "" };
  #death: Death | null = null;
  readonly #server: Server;
  readonly #life: Life;

  private constructor(server: Server, url: string, life: Life) {
    this.#server = server;
    this.url = url;
    this.#life = life;
  }

  static async open(life: Life): Promise<PlatformLine> {
    const server = createServer((incoming, response) => void line.#pass(incoming, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const line = new PlatformLine(server, `http://127.0.0.1:${port}`, life);
    return line;
  }

  /** Leads to another world. */
  connect(ends: Ends): void {
    this.#ends = ends;
    this.#death = null;
  }

  /** Kills the application at the next such moment. */
  dieAt(death: Death | null): void {
    this.#death = death;
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = incoming.headers["x-webhook-delivery"] === undefined ? "call" : "delivery";
    const [before, after] = [this.#isDeath(at, "before"), this.#isDeath(at, "after")];
    try {
      if (before) return this.#die(incoming);
      const answer = await request(`${this.#originOf(at)}${incoming.url}`, {
        method: (incoming.method ?? "GET") as "GET",
        headers: this.#headersOf(incoming),
        body: await bodyOf(incoming),
      });
      const body = Buffer.from(await answer.body.arrayBuffer());
      if (after) return this.#die(incoming);
      response.writeHead(answer.statusCode, withoutOwn(answer.headers)).end(body);
    } catch {
      // A receiver that hangs up and lives on has refused the delivery. A dead one may have stored it or not.
      if (at === "delivery" && this.#life.isRunning()) response.writeHead(502).end();
      // A broken connection breaks on the other side, too.
      else incoming.socket.destroy();
    }
  }

  #isDeath(at: Death["at"], when: Death["when"]): boolean {
    return this.#death?.at === at && this.#death.when === when;
  }

  #die(incoming: IncomingMessage): void {
    this.#death = null;
    this.#life.kill();
    incoming.socket.destroy();
  }

  #originOf(at: Death["at"]): string {
    return at === "call" ? this.#ends.platform : this.#ends.receiver;
  }

  #headersOf({ headers }: IncomingMessage): Record<string, string | string[]> {
    const passed = withoutOwn(headers);
    return passed["x-api-key"] === LINE_KEY ? { ...passed, "x-api-key": this.#ends.apiKey } : passed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function withoutOwn(headers: IncomingMessage["headers"]): Record<string, string | string[]> {
  const passed = Object.entries(headers).filter(([name, value]) => value !== undefined && !OWN_HEADERS.includes(name));
  return Object.fromEntries(passed) as Record<string, string | string[]>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return chunks.length === 0 ? null : Buffer.concat(chunks);
}
