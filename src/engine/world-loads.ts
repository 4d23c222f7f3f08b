import type { WorldEntry, WorldId } from "../store/world-store.ts";
import { Permits } from "./permits.ts";
import type { LiveWorld } from "./world/live-world.ts";

/** Maximum worlds that are read at the same time, since each takes memory twice while it is read. */
const MAX_LOADS = 4;

/** The worlds that are being read. Who asks for the same world waits for the same reading. */
export class WorldLoads {
  readonly #load: (entry: WorldEntry) => Promise<LiveWorld>;
  readonly #underWay = new Map<WorldId, Promise<LiveWorld>>();
  readonly #permits = new Permits(MAX_LOADS);

  constructor(load: (entry: WorldEntry) => Promise<LiveWorld>) {
    this.#load = load;
  }

  /** The readings that are under way. */
  get underWay(): readonly Promise<LiveWorld>[] {
    return [...this.#underWay.values()];
  }

  world(entry: WorldEntry): Promise<LiveWorld> {
    const { worldId } = entry;
    const found = this.#underWay.get(worldId);
    if (found !== undefined) return found;
    const loading = this.#permits.always(() => this.#load(entry)).finally(() => this.#underWay.delete(worldId));
    this.#underWay.set(worldId, loading);
    return loading;
  }
}
