import type { LiveWorld } from "../../engine/world/live-world.ts";
import { FollowedWorld, type SharedReading } from "./followed-world.ts";
import { Permits } from "./permits.ts";
import { RecentParts } from "./recent-parts.ts";

export const MAX_STREAMS_PER_WORLD = 100;

/** For all worlds together, as reading and sending parts blocks the process. */
const MAX_CONCURRENT_PARTS = 2;

const MAX_RECENT_BYTES = 16 * 1024 * 1024;

/** One client of a world's event stream. */
export interface Follower {
  readonly followed: FollowedWorld;
  /** Ends the following; call it once. */
  leave(): void;
}

/** The worlds whose event streams have clients. */
export class FollowedWorlds {
  readonly #worlds = new Map<LiveWorld, { readonly followed: FollowedWorld; followers: number }>();
  readonly #shared: SharedReading = {
    recent: new RecentParts(MAX_RECENT_BYTES),
    permits: new Permits(MAX_CONCURRENT_PARTS),
  };

  /** Adds a client to a world's event stream. Returns null if the world has the maximum number already. */
  enter(world: LiveWorld): Follower | null {
    const entry = this.#worlds.get(world) ?? { followed: new FollowedWorld(world, this.#shared), followers: 0 };
    if (entry.followers === MAX_STREAMS_PER_WORLD) return null;
    entry.followers += 1;
    this.#worlds.set(world, entry);
    const leave = () => {
      entry.followers -= 1;
      if (entry.followers === 0) this.#worlds.delete(world);
    };
    return { followed: entry.followed, leave };
  }
}
