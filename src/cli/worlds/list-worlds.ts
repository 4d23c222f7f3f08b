import type { Instant } from "../../domain/instant.ts";
import type { Position, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import { KeptWorld, pathOfWorld } from "./kept-world.ts";
import { type KeptProblem, problemOf } from "./problem.ts";

/** What can be told of a world without replaying its history. */
export interface ListedWorld extends WorldEntry {
  /** The time of its last fact. */
  readonly at: Instant;
  readonly position: Position;
  /** The history up to here is forgotten, or was never this world's. */
  readonly horizon: Position;
}

export type Listing = ListedWorld | (WorldEntry & { readonly problem: KeptProblem });

/** The worlds of a data folder in the order in which they were made. */
export async function* listWorlds(dataFolder: string, store: WorldStore): AsyncGenerator<Listing> {
  for (const entry of await store.list()) {
    const { worldId } = entry;
    try {
      const kept = await KeptWorld.open(await pathOfWorld(dataFolder, worldId), worldId);
      const { horizon, end: position } = kept;
      yield { ...entry, at: await lastInstant(kept, store, worldId), position, horizon };
    } catch (error) {
      yield { ...entry, problem: problemOf(error) };
    }
  }
}

async function lastInstant(kept: KeptWorld, store: WorldStore, id: WorldId): Promise<Instant> {
  for await (const { at } of kept.read(kept.end - 1, kept.end)) return at;
  // It has no history of its own yet, or all of it is forgotten.
  const snapshot = await store.snapshot(id, kept.end);
  if (snapshot === null) throw new Error(`nothing is kept of ${id}`);
  return snapshot.at;
}
