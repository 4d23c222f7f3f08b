interface Closable {
  close(): Promise<void>;
}

/** Limits how many files are open for writing: idle ones are closed for others. */
export class OpenJournals {
  readonly #limit: number;
  readonly #inUse = new Set<Closable>();
  /** Open but idle, longest idle first. */
  readonly #resting = new Set<Closable>();
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when a file may be opened. */
  async enter(file: Closable): Promise<void> {
    while (this.#inUse.size >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#resting.delete(file);
    this.#inUse.add(file);
    if (this.#inUse.size + this.#resting.size <= this.#limit) return;
    const [oldest] = this.#resting;
    // Errors of closing do not matter: everything written there is already durable.
    await oldest?.close().catch(() => {});
  }

  leave(file: Closable): void {
    this.#inUse.delete(file);
    this.#resting.add(file);
    this.#waiting.shift()?.();
  }

  /** Notes that a file is closed. */
  forget(file: Closable): void {
    this.#resting.delete(file);
  }
}
