interface Closable {
  close(): Promise<void>;
  /** The path of the file if somebody has removed it while it was open. */
  removedPath(): Promise<string | null>;
}

/** Sees to it that no more than so many files are open to be written to: those that rest are closed for others. */
export class OpenJournals {
  readonly #limit: number;
  readonly #inUse = new Set<Closable>();
  /** Open, but not in use, those first that rest for the longest. */
  readonly #resting = new Set<Closable>();
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when a file may be open. */
  async enter(file: Closable): Promise<void> {
    while (this.#inUse.size >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#resting.delete(file);
    this.#inUse.add(file);
    if (this.#inUse.size + this.#resting.size <= this.#limit) return;
    const [oldest] = this.#resting;
    // Whatever closing it says: all that was written there is durable already.
    await oldest?.close().catch(() => {});
  }

  leave(file: Closable): void {
    this.#inUse.delete(file);
    this.#resting.add(file);
    this.#waiting.shift()?.();
  }

  /** The path of a file that is open, but that somebody has removed. */
  async removedPath(): Promise<string | null> {
    const paths = await Promise.all([...this.#inUse, ...this.#resting].map((file) => file.removedPath()));
    return paths.find((path) => path !== null) ?? null;
  }

  /** The file is not open any more. */
  forget(file: Closable): void {
    this.#resting.delete(file);
  }
}
