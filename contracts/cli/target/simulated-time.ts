import type { AttemptTime } from "../../../src/outbound/attempt-under-way.ts";

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** The time of deliveries and of their receiver, which leaps to what is due first while every delivery waits. */
export class SimulatedTime implements AttemptTime {
  #leaptMs = 0;
  readonly #limits = new Set<Due>();
  readonly #waits = new Set<Due>();

  now(): number {
    return performance.now() + this.#leaptMs;
  }

  /** Limits a delivery. Returns what ends the limit. */
  after(ms: number, run: () => void): () => void {
    const limit = { at: this.now() + ms, run };
    this.#limits.add(limit);
    return () => {
      if (this.#limits.delete(limit)) this.#leapSoon();
    };
  }

  /** Lets the receiver wait. */
  pass(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waits.add({ at: this.now() + ms, run: resolve });
      this.#leapSoon();
    });
  }

  /** After what runs at this moment, which may begin or end a delivery. */
  #leapSoon(): void {
    setImmediate(() => this.#leap());
  }

  #leap(): void {
    if (this.#waits.size === 0 || this.#waits.size < this.#limits.size) return;
    const [next] = [...this.#limits, ...this.#waits].sort((a, b) => a.at - b.at);
    if (next === undefined) return;
    this.#leaptMs += Math.max(0, next.at - this.now());
    this.#limits.delete(next);
    this.#waits.delete(next);
    next.run();
    this.#leapSoon();
  }
}
