/** Does one piece of work after the other, in the order in which it was added. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  add<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all that was added so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
