import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type Habits, isEqual, Receiver, right } from "./receiver.ts";

/** How a shop pays, each part in its own way. */
interface ShopHabits {
  /** Whether a delivery is paid for that it has had. */
  readonly paysAgain?: true;
  /** Whether it pays before it looks at the signature. */
  readonly paysForged?: true;
  /** An event that it pays for and then fails at. */
  readonly failsAfter?: string;
  /** Whether it only says that it pays. */
  readonly forgets?: true;
  /** A payment is seen only when the state has been read this many times after it. */
  readonly lag?: number;
  /** The status of the page with the payments. */
  readonly pageStatus?: number;
}

/** A receiver with an effect: it pays once for each delivery, and a page tells how many payments there are. */
export class Shop implements AsyncDisposable {
  readonly receiver: Receiver;
  readonly #page: Server;
  readonly #had = new Set<unknown>();
  readonly #habits: ShopHabits;
  /** For each payment, after how many more readings it is seen. */
  #payments: number[] = [];

  private constructor(receiver: Receiver, page: Server, habits: ShopHabits) {
    this.receiver = receiver;
    this.#page = page;
    this.#habits = habits;
  }

  static async start(habits: ShopHabits = {}): Promise<Shop> {
    const answers: Habits = {
      trusts: (header = "", body, request) => {
        const isTrusted = isEqual(header, right(body));
        if (!isTrusted && habits.paysForged) shop.#pay(request.headers["x-webhook-delivery"]);
        return isTrusted;
      },
      takes: ({ event }, request) => {
        shop.#pay(request.headers["x-webhook-delivery"]);
        return event === habits.failsAfter ? 500 : 204;
      },
    };
    const page = createServer((_, response) => {
      const text = shop.#read();
      response.writeHead(habits.pageStatus ?? 200).end(`${text}\n`);
    });
    const shop = new Shop(await Receiver.start(answers), page, habits);
    await once(page.listen(0, "127.0.0.1"), "listening");
    return shop;
  }

  /** The page with the number of payments. */
  get page(): URL {
    const address = this.#page.address();
    return new URL(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/payments`);
  }

  #pay(deliveryId: unknown): void {
    const { paysAgain, forgets, lag = 0 } = this.#habits;
    const isNew = this.#had.size !== this.#had.add(deliveryId).size;
    if (!forgets && (isNew || paysAgain)) this.#payments.push(lag);
  }

  #read(): number {
    const seen = this.#payments.filter((lag) => lag === 0).length;
    this.#payments = this.#payments.map((lag) => Math.max(0, lag - 1));
    return seen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#page.close();
    this.#page.closeAllConnections();
    await this.receiver[Symbol.asyncDispose]();
  }
}
