import type { WorldId, WorldStore } from "../../store/world-store.ts";
import { type KeptWorld, keptWorld } from "./kept-world.ts";
import { placeAndProblem, problemOf } from "./problem.ts";
import { readSteadily, type StoredWorlds } from "./stored-worlds.ts";

/**
 * Returns what can be told of the worlds of a store without replaying their histories, or why it cannot, in the order
 * in which they were made. Instants are ISO 8601. `horizon`: the history up to here is forgotten, or was never this world's.
 */
export async function storedWorlds(stored: StoredWorlds) {
  const rows = [];
  for (const { worldId, fixture, createdAt } of await stored.store.list()) {
    const row = { worldId, fixture, createdAt: new Date(createdAt).toISOString() };
    try {
      rows.push({ ...row, ...(await readSteadily(stored, (store) => extentOf(store, worldId))) });
    } catch (error) {
      const problem = problemOf(error);
      rows.push({ ...row, problem: `${problem.kind}: ${placeAndProblem(problem)}` });
    }
  }
  return rows;
}

async function extentOf(store: WorldStore, worldId: WorldId) {
  const kept = await keptWorld(store, worldId);
  return { lastEventAt: await lastInstant(kept, store, worldId), position: kept.end, horizon: kept.horizon };
}

async function lastInstant(kept: KeptWorld, store: WorldStore, id: WorldId): Promise<string> {
  for await (const { at } of kept.read(kept.end - 1, kept.end)) return new Date(at).toISOString();
  // It has no history of its own yet, or all of it is forgotten.
  const snapshot = await store.snapshot(id, kept.end);
  if (snapshot === null) throw new Error(`nothing is stored of ${id}`);
  return new Date(snapshot.at).toISOString();
}
