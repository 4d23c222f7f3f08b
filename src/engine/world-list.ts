import type { Instant } from "../domain/instant.ts";
import type { Directory, Position, WorldEntry } from "../store/world-store.ts";
import { clockTime } from "./history/world-clock.ts";
import { type WorldWaits, waitsIn, waitsOf } from "./history/world-rest.ts";
import type { LoadedWorlds } from "./loaded-worlds.ts";
import { Unavailable } from "./unavailable.ts";
import type { WorldDependencies } from "./world/dependencies.ts";
import type { LiveWorld } from "./world/live-world.ts";
import { readable } from "./world-loads.ts";

/** A world as lists show it. */
export interface WorldListed extends WorldEntry {
  readonly at: Instant;
  readonly position: Position;
  readonly isStopped: boolean;
  /** Null for a world of which its store has noted nothing, and for one that has stopped. */
  readonly waits: WorldWaits | null;
}

/** Maximum worlds of which it is noted each second what lists of other processes show of them. */
const MAX_NOTED = 20;

/**
 * Returns all worlds as lists show them, the oldest first. None is read for that: of those that are not in memory the store says
 * what it has noted.
 */
export async function listWorlds(
  { store, wallClock }: Pick<WorldDependencies, "store" | "wallClock">,
  loaded: LoadedWorlds,
  unreadable: ReadonlySet<string>,
): Promise<readonly WorldListed[]> {
  const [entries, noted] = await readable(Promise.all([store.list(), store.directory?.list() ?? []]));
  const notes = new Map(noted.map((listed) => [listed.entry.worldId, listed]));
  const listed = entries.map(async (entry): Promise<WorldListed> => {
    const world = loaded.get(entry.worldId);
    if (world !== null && loaded.isThere(world)) return { ...entry, ...(await presentOf(world)) };
    const { position = entry.beginning, clock, summary } = notes.get(entry.worldId) ?? {};
    const at = clock === undefined ? entry.createdAt : clockTime(clock, wallClock());
    return { ...entry, position, at, isStopped: unreadable.has(entry.worldId), waits: waitsIn(summary) };
  });
  return (await Promise.all(listed)).sort((one, other) => one.createdAt - other.createdAt);
}

/** A world that has stopped is listed too, with the last that is known of it: only so can it be found and deleted. */
async function presentOf(live: LiveWorld) {
  try {
    return await live.transact(({ at, position, world }) => ({
      at,
      position,
      isStopped: false,
      waits: waitsOf(world),
    }));
  } catch (error) {
    if (error instanceof Unavailable) return { ...live.known, isStopped: true, waits: null };
    throw error;
  }
}

/** Lets the lists of other processes show what has changed in the worlds of this one. */
export class NotedWorlds {
  /** What was noted last of each world. A process that was killed had no time to note its last changes. */
  readonly #noted = new WeakMap<LiveWorld, Position>();
  /** The worlds of which something else was noted, the one that waits longest first. */
  readonly #changed = new Set<LiveWorld>();

  async noteChanged(directory: Directory, loaded: LoadedWorlds): Promise<void> {
    for (const { world } of loaded.list()) {
      if (this.#noted.get(world) !== world.known.position) this.#changed.add(world);
    }
    for (const world of [...this.#changed].slice(0, MAX_NOTED)) {
      this.#changed.delete(world);
      const { worldId, resting } = world;
      // One that has gone was noted when it was put to rest, or another process has it. What is not durable yet is noted later.
      if (resting === null || loaded.get(worldId) !== world || !loaded.isThere(world)) continue;
      this.#noted.set(world, resting.position);
      // A note that is not kept is made with the next change.
      await directory.note?.(worldId, resting).catch(() => undefined);
    }
  }
}
