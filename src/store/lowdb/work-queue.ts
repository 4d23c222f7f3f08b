/** Runs one piece of work after another, in the order in which they were added. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  add<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all work added so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
