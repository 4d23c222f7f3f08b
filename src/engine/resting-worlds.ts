import type { LoadedWorlds } from "./loaded-worlds.ts";
import { type Unavailable, WorldMoved } from "./unavailable.ts";
import type { LiveWorld } from "./world/live-world.ts";
import { NotedWorlds } from "./world-list.ts";
import type { LoadDependencies, WorldLoads } from "./world-loads.ts";

/** How often the directory is asked for worlds in which something is due, and for how many at once. */
const WAKE_MS = 1_000;
const MAX_WOKEN = 20;

/** How often it is looked for worlds that can be dropped. */
const DROP_MS = 10_000;

/** Worlds are dropped only while those in memory take more than this. */
const MAX_LOADED_BYTES = 128 * 1024 * 1024;

export interface RestDependencies extends LoadDependencies {
  /** How much memory worlds may take before idle ones are dropped; by default 128 MiB. */
  readonly maxLoadedBytes?: number | undefined;
}

/** Puts worlds to rest, and reads those again in which something is due. */
export class RestingWorlds {
  readonly #dependencies: RestDependencies;
  readonly #loaded: LoadedWorlds;
  readonly #loads: WorldLoads;
  readonly #timers: readonly NodeJS.Timeout[];
  /** Whether the directory is being asked for worlds in which something is due. */
  #asking = false;

  constructor(dependencies: RestDependencies, loaded: LoadedWorlds, loads: WorldLoads) {
    this.#dependencies = dependencies;
    this.#loaded = loaded;
    this.#loads = loads;
    const { directory } = dependencies.store;
    const noted = new NotedWorlds();
    const dropping = () => void this.dropIdle();
    const waking = () => {
      void this.wakeDue();
      if (directory?.note !== undefined) void noted.noteChanged(directory, loaded);
    };
    this.#timers = directory === undefined ? [] : [setInterval(dropping, DROP_MS), setInterval(waking, WAKE_MS)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Drops worlds without a recent request in which nothing happens by itself soon. */
  async dropIdle(now = performance.now()): Promise<void> {
    const { maxLoadedBytes = MAX_LOADED_BYTES } = this.#dependencies;
    const idle = this.#loaded.idle(now, maxLoadedBytes);
    await Promise.all(idle.map((world) => this.drop(world, new WorldMoved())));
  }

  /** Closes a world and puts it to rest. Never rejects. */
  drop(world: LiveWorld, reason: Unavailable): Promise<void> {
    return this.#loaded.drop(world, async () => {
      try {
        await world.close(reason);
        const { resting } = world;
        if (resting !== null) await this.#dependencies.store.directory?.putToRest?.(world.worldId, resting);
      } catch {
        // Then it is read again when a request needs it, and at the next startup.
      }
    });
  }

  /** Reads worlds at rest in which something is due. Their own timers do the rest. */
  async wakeDue(): Promise<void> {
    const { store, wallClock } = this.#dependencies;
    if (store.directory === undefined || this.#asking) return;
    this.#asking = true;
    const { unreadable } = this.#loads;
    // What cannot be read now is still due a second later.
    const due = await store.directory.takeDue(MAX_WOKEN + unreadable.size, wallClock()).catch(() => []);
    this.#asking = false;
    const readable = due.filter(({ worldId }) => !unreadable.has(worldId));
    await Promise.allSettled(readable.map(async (entry) => (await this.#loads.read(entry)).transact(() => undefined)));
  }

  /** Ends all worlds and puts them to rest. Nothing is woken or dropped any more. */
  async stop(reason: Unavailable): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#loaded.list().map(({ world }) => this.drop(world, reason)));
  }
}
