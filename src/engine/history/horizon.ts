import { Damaged, missing, missingBefore } from "../../store/damaged.ts";
import type { Position, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import type { Chronicle } from "./chronicle.ts";

/**
 * Returns the position from which a world can be replayed: 0, or that of the snapshot that replaces the forgotten
 * history. If a process was killed while it forgot, this is where the history was to begin.
 */
export async function horizonOf(
  store: Pick<WorldStore, "horizon" | "nextHorizon" | "snapshots">,
  id: WorldId,
): Promise<Position> {
  const keptAfter = await store.horizon(id);
  if (keptAfter === 0) return 0;
  for (const position of await store.snapshots(id)) {
    // Other snapshots say nothing about what was forgotten.
    if (position >= keptAfter && (await store.nextHorizon(id, position)) === position) return position;
  }
  return keptAfter;
}

/**
 * Throws `Damaged` unless there is a snapshot at the horizon and at every earlier place that the world can go back to:
 * its beginning, its bookmarks, and the targets of rewinds.
 */
export async function assertNeededSnapshots(
  store: Pick<WorldStore, "horizon" | "nextHorizon" | "snapshots" | "snapshotPlace">,
  { worldId, beginning }: WorldEntry,
  { bookmarks, rewinds }: Chronicle,
): Promise<void> {
  const horizon = await horizonOf(store, worldId);
  if (horizon === 0) return;
  const there = new Set([0, ...(await store.snapshots(worldId))]);
  const assertThere = (position: Position, what: string) => {
    if (position > horizon || there.has(position)) return;
    throw new Damaged(store.snapshotPlace(worldId, position), null, what);
  };
  assertThere(horizon, missingBefore(horizon));
  assertThere(beginning, missing("the beginning of the world"));
  for (const { name, position } of bookmarks.values()) {
    assertThere(position, missing(`the bookmark ${JSON.stringify(name)}`));
  }
  const targets = rewinds.filter(({ position }) => position > horizon);
  for (const { to } of targets) assertThere(to, missing("a place that the world went back to"));
}
