import type { OutboxItem } from "../../domain/agenda.ts";
import type { Instant } from "../../domain/instant.ts";

/** Maximum rounds at one instant: receivers make something happen, whose attempts make something happen, and so on. */
export const MAX_ROUNDS = 1_000;

/** An instant that does not come to an end: whenever receivers are called, they make something happen that calls them. */
export class Unsettled extends Error {
  override readonly name = "Unsettled";
  readonly at: Instant;

  constructor(at: Instant) {
    super(`receivers kept ${new Date(at).toISOString()} busy for ${MAX_ROUNDS} rounds`);
    this.at = at;
  }
}

/** Counts how often, at one instant of an advance, attempts are made that attempts before them have caused. */
export class AttemptRounds {
  #at: Instant | undefined;
  #count = 0;
  #lastOrder = 0;

  /**
   * The order up to which attempts belong to the same round as `next`, the first to be made at `at`. What is scheduled
   * while they are made comes in the next round. Throws `Unsettled` when there were too many.
   */
  lastOrder(at: Instant, next: OutboxItem, scheduled: number): number {
    if (at === this.#at && next.order <= this.#lastOrder) return this.#lastOrder;
    this.#count = at === this.#at ? this.#count + 1 : 1;
    this.#at = at;
    this.#lastOrder = scheduled;
    if (this.#count > MAX_ROUNDS) throw new Unsettled(at);
    return this.#lastOrder;
  }
}
