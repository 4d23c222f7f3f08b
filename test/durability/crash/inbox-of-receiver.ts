import type { Ask } from "../../../src/client/connection.ts";
import {
  type ReceivedRequest,
  type Receiver,
  type Respond,
  startReceiver,
} from "../../../src/outbound/testing/receiver.ts";
import type { Row } from "../../rules/json-reading.ts";
import { headerOf, isSigned } from "../../rules/received-delivery.ts";
import { everyRow } from "./known-world.ts";

interface Received {
  readonly requests: ReceivedRequest[];
  /** Whether one of its attempts was taken with 200. */
  taken: boolean;
}

/** What came to the receiver of all webhooks, by delivery. It refuses the first attempt of some. */
export class ReceiverInbox implements AsyncDisposable {
  readonly #received = new Map<string, Received>();
  readonly #receiver: Receiver;
  readonly facts: string[] = [];
  #awaited: { more: number; readonly resolve: () => void } | undefined;

  private constructor(receiver: Receiver) {
    this.#receiver = receiver;
    receiver.behave((request, respond) => this.#receive(request, respond));
  }

  static async open(): Promise<ReceiverInbox> {
    return new ReceiverInbox(await startReceiver());
  }

  get url(): string {
    return this.#receiver.url;
  }

  get deliveries(): number {
    return this.#received.size;
  }

  get attempts(): number {
    return this.#receiver.requests.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#receiver[Symbol.asyncDispose]();
  }

  /** Resolves as soon as this number of further attempts has come, before they are answered. */
  receives(more: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { more, resolve };
    return promise;
  }

  /** Deliveries that no history tells of. */
  unknown(deliveryIds: ReadonlySet<string>): string[] {
    const unknown = [...this.#received.keys()].filter((id) => !deliveryIds.has(id));
    return unknown.map((id) => `the delivery ${id} was received, and no history tells of it`);
  }

  /** What is wrong with the deliveries of a company, when all of its webhooks' attempts have been made. */
  async check(ask: Ask): Promise<{ facts: string[]; ids: ReadonlySet<unknown> }> {
    const secrets = new Map<unknown, string>();
    const webhooks = await ask("GET", "/sandbox/webhooks");
    for (const { webhookId, secret } of Object(webhooks.body).webhooks) secrets.set(webhookId, String(secret));
    const deliveries = await everyRow(ask, "deliveries", "deliveryId");
    const facts = deliveries.flatMap((one) => this.#checkOne(one, secrets.get(one.webhookId)));
    return { facts, ids: new Set(deliveries.map(({ deliveryId }) => deliveryId)) };
  }

  #checkOne({ deliveryId, state, body }: Row, secret: string | undefined): string[] {
    // What a webhook was not told before it was deleted is cancelled.
    if (secret === undefined) return [];
    const received = this.#received.get(String(deliveryId));
    if (state !== "DELIVERED") return [`the delivery ${deliveryId} is ${state}`];
    if (received?.taken !== true) return [`the delivery ${deliveryId} is shown as delivered and was never taken`];
    const wrong = received.requests.filter((one) => one.body.toString() !== body || !isSigned(one, secret));
    return wrong.map((one) => `the delivery ${deliveryId} came with other bytes, or signed wrongly: ${one.body}`);
  }

  #receive(request: ReceivedRequest, respond: Respond): void {
    const id = headerOf(request, "x-webhook-delivery");
    const received = this.#received.get(id) ?? { requests: [], taken: false };
    const [first] = received.requests;
    if (first !== undefined && !first.body.equals(request.body)) {
      this.facts.push(`the delivery ${id} came with "${request.body}" after "${first.body}"`);
    }
    this.#received.set(id, received);
    received.requests.push(request);
    if (this.#awaited !== undefined) {
      this.#awaited.more -= 1;
      if (this.#awaited.more <= 0) this.#awaited.resolve();
    }
    // A test delivery has no second attempt.
    const refuses = first === undefined && id.endsWith("0") && headerOf(request, "x-webhook-event") !== "webhook.test";
    received.taken ||= !refuses;
    respond(refuses ? 500 : "ok");
  }
}
