import { type Commit, lastPosition, type Position } from "../../store/world-store.ts";
import type { LiveWorld } from "../live-world.ts";

/**
 * The history after a position and, as it goes on, whatever comes: each commit when it is durable. Ends when `signal` says
 * so or the world ends; throws `Unavailable` when it cannot be read.
 */
export async function* follow(world: LiveWorld, after: Position, signal: AbortSignal): AsyncIterable<Commit> {
  let seen = after;
  while (!signal.aborted) {
    // Asked before reading, so that nothing that comes in between is missed.
    const growth = world.nextGrowth(signal);
    for await (const commit of world.history(seen)) {
      if (signal.aborted) return;
      yield commit;
      seen = lastPosition(commit);
    }
    await growth;
  }
}
