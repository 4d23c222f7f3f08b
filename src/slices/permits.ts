/** Lets a limited number of works run at a time. The others wait, first come, first served. */
export class Permits {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** How many works wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Runs the work when its turn comes, and returns its result; null if the signal is aborted before. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    if (signal.aborted) return null;
    return this.#takes() || (await this.#turn(signal)) ? this.#run(work) : null;
  }

  /** Runs the work when its turn comes, however long that takes. */
  async always<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#takes()) await this.#turn();
    return this.#run(work);
  }

  /** Takes a permit that is free. Returns whether there was one. */
  #takes(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      // The permit goes to the one that has waited longest.
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      next?.();
    }
  }

  /** Resolves when a permit was handed over; with false if the signal is aborted before. */
  async #turn(signal?: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const turn = () => {
      this.#waiting.delete(turn);
      resolve(true);
    };
    const leave = () => {
      if (this.#waiting.delete(turn)) resolve(false);
    };
    this.#waiting.add(turn);
    signal?.addEventListener("abort", leave);
    const isMine = await promise;
    signal?.removeEventListener("abort", leave);
    return isMine;
  }
}
