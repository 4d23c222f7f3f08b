/** Lets any number of those who wait know that something has grown. */
export class Growth {
  #next = Promise.withResolvers<void>();

  /** Resolves at the next growth. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  tell(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }
}
