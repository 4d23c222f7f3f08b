import type { SaldoWorld } from "../src/client/saldo-client.ts";
import type { WebhookCreated } from "../src/spec/generated/interface-api.ts";
import { addressAt } from "./unusable.ts";

/** Nothing listens there. */
const NOWHERE = "http://127.0.0.1:1";

/** The host of the application's receiver in the worlds of a drill. */
export const RECEIVER_HOST = "receiver.saldo.dev";

/** With its secret. */
export type Webhook = WebhookCreated["data"];

/** The time of a world, which passes in steps only, with the outages of its receiver. */
export class Clock {
  /** In milliseconds since 1970. */
  now: number;
  readonly #world: SaldoWorld;
  readonly #webhookId: string | undefined;
  /** What the webhook leads to; undefined without one. */
  receiverUrl: string | undefined;
  #isMoving = false;
  /** Whether the webhook has failed too often. */
  #isOff = false;
  #origin = NOWHERE;
  #reachableAt: number | null = null;

  constructor(world: SaldoWorld, now: number, webhook: Webhook | undefined) {
    this.#world = world;
    this.now = now;
    this.#webhookId = webhook?.webhookId;
    this.receiverUrl = webhook?.url;
  }

  /** Points the webhook at a receiver. */
  async connect(address: string): Promise<void> {
    if (this.#webhookId === undefined) return;
    const { origin, pathname, search } = new URL(addressAt(address, "the receiver"));
    const url = `https://${RECEIVER_HOST}${pathname}${search}`;
    if (url !== this.receiverUrl) await this.#world.webhooks.change(this.#webhookId, { url });
    this.receiverUrl = url;
    if (this.#reachableAt === null && origin !== this.#origin)
      await this.#world.routes.set({ [RECEIVER_HOST]: origin });
    this.#origin = origin;
  }

  /**
   * Lets time pass; everything due happens, deliveries included. A receiver that is cut off comes back on the way. While
   * time passes already, nothing more does: the caller may be what a delivery waits for.
   */
  async pass(ms: number): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      const until = this.now + ms;
      if (this.#reachableAt !== null && this.#reachableAt <= until) {
        await this.#advanceTo(this.#reachableAt);
        await this.reconnect();
      }
      await this.#advanceTo(until);
    } finally {
      this.#isMoving = false;
    }
  }

  async #advanceTo(instant: number): Promise<void> {
    const { fired } = await this.#world.clock.advance({ to: new Date(instant).toISOString() });
    if (fired.some(({ type }) => type === "WebhookDeactivated")) this.#isOff = true;
    this.now = instant;
  }

  /** Waits until all deliveries that are due were made. What is told next is told at a later instant. */
  async deliver(): Promise<void> {
    if (this.#webhookId !== undefined) await this.pass(1);
  }

  /** Makes the receiver unreachable for some time of the world. Returns false if there is none. */
  async cutOff(ms: number): Promise<boolean> {
    if (this.#webhookId === undefined) return false;
    await this.#world.routes.set({ [RECEIVER_HOST]: NOWHERE });
    this.#reachableAt = this.now + ms;
    return true;
  }

  async reconnect(): Promise<void> {
    if (this.#reachableAt === null) return;
    this.#reachableAt = null;
    await this.#world.routes.set({ [RECEIVER_HOST]: this.#origin });
  }

  /** Returns whether the webhook was off. */
  async reactivate(): Promise<boolean> {
    if (this.#webhookId === undefined || !this.#isOff) return false;
    await this.#world.webhooks.reactivate(this.#webhookId);
    this.#isOff = false;
    return true;
  }
}
