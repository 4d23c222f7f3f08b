/** What a store has begun and not ended. A closed store begins nothing. */
export class WorkUnderWay {
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error("the store is closed"));
    const done = work();
    this.#underWay.add(done);
    const over = () => this.#underWay.delete(done);
    done.then(over, over);
    return done;
  }

  /** Resolves when all that was begun has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
  }
}
