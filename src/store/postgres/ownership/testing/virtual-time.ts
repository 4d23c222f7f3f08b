import TinyQueue from "tinyqueue";

interface Happening {
  readonly at: number;
  readonly no: number;
  /** Returns true if tested code has run: then all that follows from it by promises runs before anything else happens. */
  run(): unknown;
}

/** Time in which nothing happens by itself, and chance that a seed decides. */
export class VirtualTime {
  now = 0;
  readonly #queue = new TinyQueue<Happening>([], (a, b) => a.at - b.at || a.no - b.no);
  #no = 0;
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Mulberry32: a number from 0 to below 1. */
  chance(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability: number): boolean {
    return this.chance() < probability;
  }

  between(from: number, to: number): number {
    return from + this.chance() * (to - from);
  }

  one<T>(all: readonly T[]): T {
    const chosen = all[Math.floor(this.chance() * all.length)];
    if (chosen === undefined) throw new Error("there is nothing to choose from");
    return chosen;
  }

  /** Does something later. It returns true if tested code runs. */
  later(ms: number, run: () => unknown): void {
    this.#queue.push({ at: this.now + ms, no: this.#no++, run });
  }

  /** Lets time pass until nothing is left to wait for. `look` is called whenever tested code has run. */
  play(isOver: () => boolean, look: () => void): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        for (;;) {
          const next = this.#queue.pop();
          if (next === undefined || isOver()) return resolve();
          this.now = next.at;
          if (next.run() !== true) continue;
          setImmediate(() => {
            look();
            goOn();
          });
          return;
        }
      };
      goOn();
    });
  }
}
