import type { OutboxItem } from "../../domain/agenda.ts";
import { type Instant, isoText } from "../../domain/instant.ts";
import type { CommandEvents } from "./machine.ts";

/** Maximum rounds at one instant. Each round is the attempts that the attempts of the round before have caused. */
export const MAX_ROUNDS = 1_000;

/** An instant that never ends: each time receivers are called, they cause new calls to receivers. */
export class Unsettled extends Error {
  override readonly name = "Unsettled";
  readonly at: Instant;

  constructor(at: Instant) {
    super(`receivers kept ${isoText(at)} busy for ${MAX_ROUNDS} rounds`);
    this.at = at;
  }
}

/** An advance under way. */
export interface AdvanceUnderWay {
  /** Is called with each step that happens by itself, including those caused by requests in between. */
  readonly onFired: (step: CommandEvents) => void;
  readonly rounds: AttemptRounds;
}

/** Counts, for an advance, the rounds of attempts at one instant. */
export class AttemptRounds {
  #at: Instant | undefined;
  #count = 0;
  #lastOrder = 0;

  /**
   * Returns the order up to which attempts belong to the same round as `next`, the first to be made at `at`. What is
   * scheduled during a round belongs to the next one. Throws `Unsettled` after too many rounds.
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
