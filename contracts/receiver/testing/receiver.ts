import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

export const secret = "whsec_0a1b2c3d4e5f60718293a4b5c6d7e8f90011223344556677";

/** What a receiver does with a letter; each part can be done in a wrong way. */
export interface Habits {
  /** How it puts together what comes. */
  readonly reads?: (request: IncomingMessage) => Promise<Buffer>;
  /** Whether it takes the signature; `digest`: what it should be. */
  readonly trusts?: (header: string | undefined, body: Buffer, request: IncomingMessage) => boolean;
  /** The status for a letter that it trusts; null where there is none. */
  readonly takes?: (told: Told, request: IncomingMessage, receiver: Receiver) => Promise<number | null> | number | null;
  /** The status for a letter that it does not trust. */
  readonly refusal?: number;
  /** Writes the answer. */
  readonly answers?: (response: ServerResponse, status: number) => void;
}

/** A body as receivers in JavaScript see it: whatever is there. */
export interface Told {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: mistakes of receivers are made with values of unchecked types.
  readonly data: any;
  readonly text: string;
}

export function right(body: Buffer | string, key = secret): string {
  return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
}

export function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** A receiver as an integrator might write it, with habits of its own. */
export class Receiver implements AsyncDisposable {
  readonly #server: Server;
  readonly #habits: Habits;
  letters = 0;
  url = new URL("http://127.0.0.1/hooks");

  private constructor(habits: Habits) {
    this.#habits = habits;
    this.#server = createServer((request, response) => {
      this.#handled(request).then(
        (status) => status !== null && this.#answer(response, status),
        // What a framework makes of an exception.
        () => this.#answer(response, 500),
      );
    });
  }

  static async start(habits: Habits = {}): Promise<Receiver> {
    const receiver = new Receiver(habits);
    await once(receiver.#server.listen(0, "127.0.0.1"), "listening");
    receiver.url = new URL(`http://127.0.0.1:${Object(receiver.#server.address()).port}/hooks`);
    return receiver;
  }

  /** As when its process ends. */
  breakDown(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #handled(request: IncomingMessage): Promise<number | null> {
    const { reads = buffer, trusts = isRight, takes = () => 204, refusal = 401 } = this.#habits;
    this.letters += 1;
    const body = await reads(request);
    const header = request.headers["x-webhook-signature"];
    if (request.method !== "POST" || request.headers["content-type"] !== "application/json") return 415;
    if (!trusts(typeof header === "string" ? header : undefined, body, request)) return refusal;
    const text = body.toString();
    const { event, data } = JSON.parse(text);
    return takes({ event, data, text }, request, this);
  }

  #answer(response: ServerResponse, status: number): void {
    const { answers = (to, code) => to.writeHead(code).end() } = this.#habits;
    answers(response, status);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.breakDown();
  }
}

export function isRight(header: string | undefined, body: Buffer | string): boolean {
  return isEqual(header ?? "", right(body));
}
