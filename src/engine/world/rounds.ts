import type { OutboxItem } from "../../domain/agenda.ts";
import type { Instant } from "../../domain/instant.ts";

/** At one instant receivers may make new things happen, whose attempts make new things happen, so often. */
export const mostRounds = 1_000;

/** An instant that does not come to an end: whenever receivers are called, they make something happen that calls them. */
export class Unsettled extends Error {
  override readonly name = "Unsettled";
  readonly at: Instant;

  constructor(at: Instant) {
    super(`receivers kept ${new Date(at).toISOString()} busy for ${mostRounds} rounds`);
    this.at = at;
  }
}

/** Counts how often, at one instant of an advance, attempts are made that attempts before them have caused. */
export class Rounds {
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
    if (this.#count > mostRounds) throw new Unsettled(at);
    return this.#lastOrder;
  }
}
