import type { Position } from "../../store/world-store.ts";

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

/**
 * The history after a position and, as it goes on, whatever comes when it is durable, part by part. `read` returns the part
 * after a position, with that of its last event, or null when nothing comes after it yet. Ends when `signal` says so; throws what `read`
 * throws, which is how the end of the world is noticed.
 */
export async function* follow<T extends { readonly last: Position }>(
  world: { nextGrowth(signal: AbortSignal): Promise<void> },
  after: Position,
  signal: AbortSignal,
  read: (after: Position) => Promise<T | null>,
): AsyncIterable<T> {
  let seen = after;
  while (!signal.aborted) {
    // Asked before reading, so that nothing that comes in between is missed.
    const growth = world.nextGrowth(signal);
    for (let next = await read(seen); next !== null; next = await read(seen)) {
      if (signal.aborted) return;
      yield next;
      seen = next.last;
    }
    await growth;
  }
}
