import type { CallNotes } from "../../engine/call-notes.ts";

/** How often each point was met, by its name. */
export type Counts = ReadonlyMap<string, number>;

/** Counts what was met in worlds. */
export interface Tally {
  add(worldId: string, name: string): void;
  /** Returns what was met in a world, or in all that there ever were. */
  counts(worldId?: string): Promise<Counts>;
  /** Forgets what a deleted world has met; the counts of all worlds together stay. */
  forget(worldId: string): void;
}

/** Counts in the memory of this process. They outlive rewinds, deleted worlds and the journal of calls. */
export class LocalTally implements Tally {
  readonly #all = new Map<string, number>();
  readonly #worlds = new Map<string, Map<string, number>>();

  add(worldId: string, name: string): void {
    const counts = this.#worlds.get(worldId) ?? new Map<string, number>();
    this.#worlds.set(worldId, counts);
    for (const each of [counts, this.#all]) each.set(name, (each.get(name) ?? 0) + 1);
  }

  async counts(worldId?: string): Promise<Counts> {
    return (worldId === undefined ? this.#all : this.#worlds.get(worldId)) ?? new Map<string, number>();
  }

  forget(worldId: string): void {
    this.#worlds.delete(worldId);
  }
}

/** Counts in the store that several processes share, which also knows of deleted worlds. */
export function sharedTally(notes: CallNotes): Tally {
  return {
    add: (worldId, name) => notes.addMet(worldId, name),
    counts: (worldId) => notes.met(worldId ?? null),
    forget: () => undefined,
  };
}
