import { replay } from "../../engine/history/replay.ts";
import { restOf } from "../../engine/history/world-rest.ts";
import type { Commit, Position, WorldEntry, WorldStore } from "../../store/world-store.ts";

/** Commits that are handed over at a time. */
const BATCH = 500;

/**
 * Copies a world as it is now to a store that does not have it: its history, its API keys, and the snapshots that stand
 * for what was forgotten. Returns the position of its last event. When it rejects, the other store does not have the world;
 * if this process is killed before it ends, it may have a part of it.
 */
export async function copyWorld(from: WorldStore, to: WorldStore, entry: WorldEntry): Promise<Position> {
  const { worldId } = entry;
  const replayed = await replay(from, worldId);
  const { position } = replayed;
  const horizon = await from.horizon(worldId);
  const kept = horizon === 0 ? null : await from.snapshot(worldId, horizon);
  const rest = restOf(replayed);
  await to.create(entry, kept ?? [], rest);
  try {
    await copySnapshots(from, to, worldId, horizon);
    await copyCommits(from, to, worldId, horizon, position);
    await to.directory?.putToRest?.(worldId, { ...rest, position });
  } catch (error) {
    await to.delete(worldId);
    throw error;
  }
  return position;
}

/** Copies the snapshots of places before the horizon: of bookmarks, and of the beginning. */
async function copySnapshots(from: WorldStore, to: WorldStore, id: string, horizon: Position): Promise<void> {
  for (const position of await from.snapshots(id)) {
    const snapshot = position < horizon ? await from.snapshot(id, position) : null;
    if (snapshot !== null) await to.saveSnapshot(id, snapshot);
  }
}

async function copyCommits(from: WorldStore, to: WorldStore, id: string, after: Position, upTo: Position) {
  let end = after;
  let batch: Commit[] = [];
  const flush = async () => {
    await to.append(id, end, batch);
    end = batch.reduce((sum, { events }) => sum + events.length, end);
    batch = [];
  };
  for await (const commit of from.read(id, after, upTo)) if (batch.push(commit) === BATCH) await flush();
  if (batch.length > 0) await flush();
}
