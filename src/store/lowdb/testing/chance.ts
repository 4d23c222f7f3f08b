/** Chance that comes out the same way for the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    // Seeds that lie close together should not begin alike.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }

  /** A whole number from 0 on, smaller than the limit. */
  below(limit: number): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}
