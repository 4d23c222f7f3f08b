/** Lets work happen one piece after the other, in the order in which it was handed over. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Resolves when all that was handed over so far has ended. */
  async over(): Promise<void> {
    await this.#last;
  }
}
