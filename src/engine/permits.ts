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
    return (await this.#acquire(signal)) ? this.#run(work) : null;
  }

  /** Runs the work when its turn comes, however long that takes. */
  async always<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire();
    return this.#run(work);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const turn = () => resolve(true);
    const leave = () => {
      if (this.#waiting.delete(turn)) resolve(false);
    };
    this.#waiting.add(turn);
    signal?.addEventListener("abort", leave);
    const isMine = await promise;
    signal?.removeEventListener("abort", leave);
    return isMine;
  }

  /** The permit goes to the one that has waited longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
