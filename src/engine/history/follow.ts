import type { Position } from "../../store/world-store.ts";
import type { LiveWorld } from "../live-world.ts";

/** Some of a history, as whoever follows it wants it. */
export interface Stretch {
  /** The position of its last event. */
  readonly last: Position;
}

/**
 * The history after a position and, as it goes on, whatever comes when it is durable, stretch by stretch. `read` returns
 * the stretch after a position, or null when nothing comes after it yet. Ends when `signal` says so; throws what `read`
 * throws, which is how the end of the world is noticed.
 */
export async function* follow<T extends Stretch>(
  world: Pick<LiveWorld, "nextGrowth">,
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
