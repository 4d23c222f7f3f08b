import { Permits } from "../slices/permits.ts";
import { OwnedElsewhere, type WorldEntry, type WorldId } from "../store/world-store.ts";
import type { Replayed } from "./history/chronicle.ts";
import { wallTimeOf } from "./history/world-clock.ts";
import type { LoadedWorlds } from "./loaded-worlds.ts";
import { type Unavailable, unreadable, WorldDeleted } from "./unavailable.ts";
import type { WorldDependencies } from "./world/dependencies.ts";
import type { LiveWorld } from "./world/live-world.ts";
import { MAX_QUIET_JUMP_MS } from "./world/machine-clock.ts";
import { isLasting } from "./world/recovery.ts";
import { replayStored } from "./world/stored-history.ts";

/** Maximum worlds that are read at the same time, since each takes memory twice while it is read. */
const MAX_LOADS = 4;

export interface LoadDependencies extends WorldDependencies {
  /** Is called at startup if the machine's clock is behind the time at which the worlds were last written. */
  readonly onClockBehind?: ((byMs: number) => void) | undefined;
}

/** Reads worlds from their store. A request for a world that is being read waits for the same reading. */
export class WorldLoads {
  readonly #dependencies: LoadDependencies;
  readonly #loaded: LoadedWorlds;
  readonly #add: (entry: WorldEntry, replayed: Replayed) => LiveWorld;
  readonly #underWay = new Map<WorldId, Promise<LiveWorld>>();
  readonly #permits = new Permits(MAX_LOADS);
  /** What to throw for worlds that ended or moved while they were being read: what was read of them may be old. */
  readonly #lostMeanwhile = new Map<WorldId, Unavailable>();
  /** The worlds that could not be read. No timer wakes them. */
  readonly unreadable = new Set<WorldId>();

  /** `add` takes a world that was read. */
  constructor(
    dependencies: LoadDependencies,
    loaded: LoadedWorlds,
    add: (entry: WorldEntry, replayed: Replayed) => LiveWorld,
  ) {
    this.#dependencies = dependencies;
    this.#loaded = loaded;
    this.#add = add;
  }

  get underWay(): readonly Promise<LiveWorld>[] {
    return [...this.#underWay.values()];
  }

  /** Returns a world that exists, and reads it first if it is not loaded. */
  async read(entry: WorldEntry): Promise<LiveWorld> {
    await this.#loaded.rested(entry.worldId);
    return this.#loaded.get(entry.worldId) ?? this.#reading(entry);
  }

  #reading(entry: WorldEntry): Promise<LiveWorld> {
    const { worldId } = entry;
    const found = this.#underWay.get(worldId);
    if (found !== undefined) return found;
    const loading = this.#permits.always(() => this.#load(entry)).finally(() => this.#underWay.delete(worldId));
    this.#underWay.set(worldId, loading);
    return loading;
  }

  /** Reads the worlds that a start must open. Throws `Damaged`. */
  async readAll(entries: readonly WorldEntry[]): Promise<void> {
    let behindMs = 0;
    for (const entry of entries) {
      const { replayed, behindMs: byMs } = await this.#replay(entry);
      behindMs = Math.max(behindMs, byMs);
      this.#add(entry, replayed);
    }
    this.#tellBehind(behindMs);
  }

  /** Resolves when a world is not being read. */
  async settled(worldId: WorldId): Promise<void> {
    await this.#underWay.get(worldId)?.catch(() => undefined);
  }

  /** Ends the reading of a world that is deleted, or that another process may have. */
  lose(worldId: WorldId, reason: Unavailable): void {
    if (this.#underWay.has(worldId)) this.#lostMeanwhile.set(worldId, reason);
  }

  async #load(entry: WorldEntry): Promise<LiveWorld> {
    this.#lostMeanwhile.delete(entry.worldId);
    const { replayed, behindMs } = await readable(this.#replay(entry)).catch((error: unknown) => {
      this.#reportUnreadable(entry, error);
      throw error;
    });
    this.#tellBehind(behindMs);
    const lost = this.#lostMeanwhile.get(entry.worldId);
    if (lost !== undefined) throw lost;
    this.unreadable.delete(entry.worldId);
    return this.#add(entry, replayed);
  }

  async #replay(entry: WorldEntry): Promise<{ readonly replayed: Replayed; readonly behindMs: number }> {
    const replayed = await replayStored(this.#dependencies, entry.worldId);
    return { replayed, behindMs: catchUpWithHistory(replayed, this.#dependencies.wallClock()) };
  }

  #tellBehind(behindMs: number): void {
    if (behindMs > MAX_QUIET_JUMP_MS) this.#dependencies.onClockBehind?.(behindMs);
  }

  /** Reports a world with a damaged file, say, once. A database that is away is another matter: it will be back. */
  #reportUnreadable({ worldId }: WorldEntry, error: unknown): void {
    const isAway = this.#dependencies.store.sharing !== undefined && !isLasting(error);
    if (isAway || error instanceof WorldDeleted || this.unreadable.has(worldId)) return;
    this.unreadable.add(worldId);
    this.#dependencies.onTrouble(worldId, error);
  }
}

/** Returns what a store has read, or throws `Unavailable`. */
export async function readable<T>(reading: T | Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof OwnedElsewhere ? cause : unreadable(cause);
  }
}

/**
 * Lets time continue from the last fact if the machine's clock is behind that fact; otherwise time would stand still
 * until the clock catches up. Returns the milliseconds that the clock is behind, or 0.
 */
function catchUpWithHistory(replayed: Replayed, wall: number): number {
  const { clock, world } = replayed;
  const behindMs = clock.mode === "frozen" ? 0 : (wallTimeOf(clock, world.at) ?? wall) - wall;
  if (behindMs <= 0) return 0;
  replayed.clock = { ...clock, anchorAt: world.at, anchorWall: wall };
  return behindMs;
}
