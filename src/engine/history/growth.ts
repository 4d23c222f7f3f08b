import { EventEmitter, once } from "node:events";
import type { Position } from "../../store/world-store.ts";

/** Notifies any number of waiting callers that something has grown. */
export class Growth {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** Resolves at the next growth, or when the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    await once(this.#emitter, "growth", { signal }).catch(() => undefined);
  }

  /** Whether a request waits. */
  get isAwaited(): boolean {
    return this.#emitter.listenerCount("growth") > 0;
  }

  tell(): void {
    this.#emitter.emit("growth");
  }
}

/**
 * Yields the history after a position, and then each new part once it is durable. `read` returns the part after a
 * position with the position of its last event, or null if there is none yet. Ends when `signal` is aborted. Throws
 * what `read` throws, which also reports the end of the world.
 */
export async function* follow<T extends { readonly last: Position }>(
  world: { nextGrowth(signal: AbortSignal): Promise<void> },
  after: Position,
  signal: AbortSignal,
  read: (after: Position) => Promise<T | null>,
): AsyncIterable<T> {
  let seen = after;
  while (!signal.aborted) {
    // The wait starts before reading, so that no growth in between is missed.
    const growth = world.nextGrowth(signal);
    for (let next = await read(seen); next !== null; next = await read(seen)) {
      if (signal.aborted) return;
      yield next;
      seen = next.last;
    }
    await growth;
  }
}
