import type { Connections } from "./connections.ts";

/**
 * The clock of the database, as far as this process knows it: what it showed last, and the time since then. That is never
 * ahead of the database, since the answer took some time. It never goes back, even if another database takes over.
 */
export class StoreClock {
  readonly #steadyClock: () => number;
  #shown: number;
  #readAt: number;
  #latest = 0;

  constructor(shown: number, steadyClock = () => performance.now()) {
    this.#steadyClock = steadyClock;
    this.#shown = shown;
    this.#readAt = steadyClock();
  }

  /** Asks the database for the time. */
  static async of(connections: Connections): Promise<StoreClock> {
    const text = "SELECT extract(epoch FROM clock_timestamp()) * 1000";
    const [[[shown] = []] = []] = await connections.run({ name: "time", text, values: [] });
    return new StoreClock(Number(shown));
  }

  /** Notes what the clock of the database has just shown. Answers on two connections can come in another order than they left. */
  set(shown: number): void {
    this.now();
    this.#shown = shown;
    this.#readAt = this.#steadyClock();
  }

  now(): number {
    this.#latest = Math.max(this.#latest, this.#shown + this.#steadyClock() - this.#readAt);
    return this.#latest;
  }
}
