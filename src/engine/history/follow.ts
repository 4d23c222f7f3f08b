import type { Position } from "../../store/world-store.ts";
import type { LiveWorld } from "../world/live-world.ts";

/**
 * The history after a position and, as it goes on, whatever comes when it is durable, part by part. `read` returns the part
 * after a position, with that of its last event, or null when nothing comes after it yet. Ends when `signal` says so; throws what `read`
 * throws, which is how the end of the world is noticed.
 */
export async function* follow<T extends { readonly last: Position }>(
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
