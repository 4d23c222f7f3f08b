/** Lets any number of those who wait know that something has grown. */
export class Growth {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next growth, or when the signal is aborted. */
  next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener("abort", done);
    });
  }

  tell(): void {
    for (const done of [...this.#waiting]) done();
  }
}
