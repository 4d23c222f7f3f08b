import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import { request } from "undici";
import type { Choices } from "./choices.ts";
import { inCase, type Wire } from "./wire.ts";

interface Attempt {
  readonly at: number;
  readonly tookMs: number;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly raisedAt: number;
  readonly attempts: Attempt[];
  /** Whether it is not attempted again. */
  readonly isFinal?: boolean;
}

/** The deliveries of one webhook, which the fifth failed attempt of one deactivates. */
export class Deliveries {
  isActive = true;
  /** Those that were attempted. */
  readonly begun: Delivery[] = [];
  readonly #kept: Delivery[] = [];
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #secret: string;
  readonly #place: string | undefined;

  /** `place`: where attempts are sent; without one they fail. */
  constructor(choices: Choices, wire: Wire, secret: string, place: string | undefined) {
    this.#choices = choices;
    this.#wire = wire;
    this.#secret = secret;
    this.#place = place;
  }

  add(delivery: Delivery): void {
    if (this.isActive) void this.attempt(delivery);
    else if (this.#choices.deactivated === "events are kept") this.#kept.push(delivery);
  }

  reactivate(): void {
    this.isActive = true;
    for (const delivery of this.#kept.splice(0)) void this.attempt(delivery);
  }

  /** Makes an attempt, and the next ones later. */
  async attempt(delivery: Delivery): Promise<Attempt> {
    const { attempts } = delivery;
    if (attempts.length === 0) this.begun.push(delivery);
    const at = Date.now();
    const status = await this.#post(delivery);
    const attempt = { at, tookMs: Date.now() - at, status };
    attempts.push(attempt);
    if (status !== undefined && status >= 200 && status <= 299) return attempt;
    if (delivery.isFinal === true) return attempt;
    if (attempts.length === MAX_ATTEMPTS) this.isActive = false;
    else setTimeout(() => this.isActive && this.attempt(delivery), this.#waitMs(attempts.length));
    return attempt;
  }

  #waitMs(attempts: number): number {
    const part = { none: 0, later: Math.random() * 0.08, both: Math.random() * 0.08 - 0.04 }[this.#choices.jitter];
    return FIRST_WAIT_MS * 2 ** (attempts - 1) * (1 + part);
  }

  async #post({ id, event, body, raisedAt }: Delivery): Promise<number | undefined> {
    if (this.#place === undefined) return undefined;
    const { deliveryHeaders, deliveryTime, deliveryType, deliveryFraming, signatureCase } = this.#choices;
    const headers = {
      "Content-Type": deliveryType,
      "X-Webhook-Event": event,
      "X-Webhook-Delivery": id,
      "X-Webhook-Timestamp": this.#wire.time(deliveryTime === "of the event" ? raisedAt : Date.now()),
      "X-Webhook-Signature": `sha256=${createHmac("sha256", this.#secret).update(body).digest("hex")}`,
    };
    if (signatureCase === "upper")
      headers["X-Webhook-Signature"] = `sha256=${headers["X-Webhook-Signature"].slice(7).toUpperCase()}`;
    const spelled = Object.entries(headers).map(([name, value]) => [inCase(name, deliveryHeaders), value]);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWER_MS);
    const sent = deliveryFraming === "chunked" ? Readable.from([body.slice(0, 9), body.slice(9)]) : body;
    const options = { method: "POST", headers: Object.fromEntries(spelled), body: sent, signal: limit.signal } as const;
    try {
      const answer = await request(this.#place, { ...options, reset: true });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 5_000;
const ANSWER_MS = 10_000;
