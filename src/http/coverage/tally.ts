/** How often each point was met, by its name. */
export type Counts = ReadonlyMap<string, number>;

/** Counts what was met in worlds, in memory. The counts outlive rewinds, deleted worlds and the journal of calls. */
export class Tally {
  readonly #all = new Map<string, number>();
  readonly #worlds = new Map<string, Map<string, number>>();

  add(worldId: string, name: string): void {
    const counts = this.#worlds.get(worldId) ?? new Map<string, number>();
    this.#worlds.set(worldId, counts);
    for (const each of [counts, this.#all]) each.set(name, (each.get(name) ?? 0) + 1);
  }

  /** Returns what was met in a world, or in all that there ever were. */
  counts(worldId?: string): Counts {
    return (worldId === undefined ? this.#all : this.#worlds.get(worldId)) ?? new Map<string, number>();
  }

  /** Forgets what a deleted world has met; the counts of all worlds together stay. */
  forget(worldId: string): void {
    this.#worlds.delete(worldId);
  }
}
