import type { WorldEntry, WorldId } from "../store/world-store.ts";
import type { LiveWorld } from "./world/live-world.ts";

/** A world without a request in this time can be dropped. A call may have been delayed for two minutes. */
const IDLE_MS = 180_000;

export interface Registered extends WorldEntry {
  readonly world: LiveWorld;
}

/** What an API key opens. */
export interface KeyedWorld {
  readonly world: LiveWorld;
  readonly companyId: string;
}

interface Loaded extends Registered {
  /** When the last request for the world came, by the monotonic clock. */
  askedAt: number;
  /** Digests of the keys that open the world. */
  readonly digests: string[];
}

/** The worlds that are in memory, by their ids and by the digests of their API keys. */
export class LoadedWorlds {
  readonly #worlds = new Map<WorldId, Loaded>();
  readonly #byDigest = new Map<string, KeyedWorld>();
  /** The worlds that are being put to rest, and when they are. */
  readonly #goingToRest = new Map<WorldId, Promise<void>>();

  add(entry: WorldEntry, world: LiveWorld, companyIds: ReadonlyMap<string, string>): void {
    this.#worlds.set(entry.worldId, { ...entry, world, askedAt: performance.now(), digests: [] });
    for (const [digest, companyId] of companyIds) this.addKey(digest, { world, companyId });
  }

  addKey(digest: string, keyed: KeyedWorld): void {
    this.#byDigest.set(digest, keyed);
    this.#loaded(keyed.world)?.digests.push(digest);
  }

  get(id: WorldId): LiveWorld | null {
    return this.#worlds.get(id)?.world ?? null;
  }

  /** Returns what a key opens, and notes the request. */
  find(digest: string): KeyedWorld | null {
    const found = this.#byDigest.get(digest) ?? null;
    const loaded = found === null ? undefined : this.#loaded(found.world);
    if (loaded !== undefined) loaded.askedAt = performance.now();
    return found;
  }

  get count(): number {
    return this.#worlds.size;
  }

  list(): readonly Registered[] {
    return [...this.#worlds.values()];
  }

  /** Whether a world can be used: it is not being put to rest. */
  isThere(world: LiveWorld): boolean {
    return !this.#goingToRest.has(world.worldId);
  }

  /** Resolves when a world is not being put to rest. */
  async rested(id: WorldId): Promise<void> {
    await this.#goingToRest.get(id);
  }

  /** Resolves when no world is being put to rest of those that are now. */
  async allRested(): Promise<void> {
    await Promise.all(this.#goingToRest.values());
  }

  /** Removes a world when it has been put to rest, which never rejects; only once, however often it is asked. */
  drop(world: LiveWorld, putToRest: (world: LiveWorld) => Promise<void>): Promise<void> {
    const { worldId } = world;
    const present = this.#goingToRest.get(worldId);
    if (present !== undefined) return present;
    const dropped = putToRest(world).then(() => {
      this.remove(world);
      this.#goingToRest.delete(worldId);
    });
    this.#goingToRest.set(worldId, dropped);
    return dropped;
  }

  remove(world: LiveWorld): void {
    for (const digest of this.#loaded(world)?.digests ?? []) {
      if (this.#byDigest.get(digest)?.world === world) this.#byDigest.delete(digest);
    }
    if (this.get(world.worldId) === world) this.#worlds.delete(world.worldId);
  }

  /**
   * Returns worlds that can be dropped, the one with the oldest last request first, until the others take no more than
   * `maxBytes`.
   */
  idle(now: number, maxBytes: number): readonly LiveWorld[] {
    const oldestFirst = [...this.#worlds.values()].sort((one, other) => one.askedAt - other.askedAt);
    let bytes = oldestFirst.reduce((sum, { world }) => sum + world.bytes, 0);
    const idle: LiveWorld[] = [];
    for (const { world, askedAt } of oldestFirst) {
      if (bytes <= maxBytes || now - askedAt < IDLE_MS) break;
      if (!world.isIdle) continue;
      bytes -= world.bytes;
      idle.push(world);
    }
    return idle;
  }
  /** Returns undefined for a world that was removed, though another one may have its id by now. */
  #loaded(world: LiveWorld): Loaded | undefined {
    const loaded = this.#worlds.get(world.worldId);
    return loaded?.world === world ? loaded : undefined;
  }
}
