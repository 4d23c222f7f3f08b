import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import { Permits } from "../../slices/permits.ts";
import { type EventPart, readPart } from "./event-part.ts";
import { RecentParts } from "./recent-parts.ts";

export const MAX_STREAMS_PER_WORLD = 100;

/** Returns what a client gets beyond the maximum. `what`: the streams of something; `instead`: a request that tells the same. */
export function tooManyStreams(what: string, instead: string) {
  const message = `This world already has ${MAX_STREAMS_PER_WORLD} ${what}, which is the maximum; close one, or read ${instead} instead.`;
  return { type: "too-many-streams", limit: MAX_STREAMS_PER_WORLD, message };
}

/** For all worlds together, as reading and sending parts blocks the process. */
const MAX_CONCURRENT_PARTS = 2;

const MAX_RECENT_BYTES = 16 * 1024 * 1024;

/** A world whose event stream has clients. */
interface FollowedWorld {
  readonly world: LiveWorld;
  /** Not the id of the world, which can be reused. */
  readonly key: string;
  /** The first client that needs a part reads it for all. A world uses at most one of the shared permits. */
  readonly queue: Permits;
  followers: number;
}

/**
 * The worlds whose event streams have clients. Clients of a world at the same position share one part, which is read and
 * serialized once, so a hundred clients cost little more than one. A client gets its next part when it has taken the
 * previous one. For a client that is far behind, parts are read from the store again.
 */
export class FollowedWorlds {
  readonly #worlds = new Map<LiveWorld, FollowedWorld>();
  readonly #recent = new RecentParts(MAX_RECENT_BYTES);
  readonly #permits = new Permits(MAX_CONCURRENT_PARTS);

  /** Adds a client to a world's event stream. Returns null if the world has the maximum number already. */
  enter(world: LiveWorld) {
    const known = this.#worlds.get(world);
    const followed = known ?? { world, key: randomUUID(), queue: new Permits(1), followers: 0 };
    if (followed.followers === MAX_STREAMS_PER_WORLD) return null;
    followed.followers += 1;
    this.#worlds.set(world, followed);
    return {
      /** Yields the events after a position, and then new ones as they happen. */
      parts: (after: number, signal: AbortSignal) => this.#parts(followed, after, signal),
      /** Ends the following; call it once. */
      leave: () => {
        followed.followers -= 1;
        if (followed.followers === 0) this.#worlds.delete(world);
      },
    };
  }

  /** Throws if the world has ended. */
  async *#parts(followed: FollowedWorld, after: number, signal: AbortSignal): AsyncIterable<Buffer> {
    const { world, queue } = followed;
    let seen = after;
    while (!signal.aborted) {
      // The wait starts before reading, so that no growth in between is missed.
      const growth = world.nextGrowth(signal);
      while (seen < (await world.transact(({ position }) => position))) {
        const take = () => this.#permits.run(() => this.#take(followed, seen), signal);
        const part = await queue.run(take, signal);
        // A slow client ends here when what it has not read was forgotten.
        if (part === null || signal.aborted) return;
        yield part.bytes;
        seen = part.last;
      }
      await growth;
    }
  }

  async #take({ world, key }: FollowedWorld, after: number): Promise<EventPart | null> {
    const place = `${key} ${after}`;
    const part = this.#recent.get(place) ?? (await readPart(world, after));
    if (part !== null) this.#recent.add(place, part);
    // Lets other work run before the next part, as sending parts takes time too.
    await nextTurn();
    return part;
  }
}
