import { Damaged, missing } from "../../store/damaged.ts";
import type { Position, WorldEntry, WorldStore } from "../../store/world-store.ts";
import type { Chronicle } from "./chronicle.ts";
import { horizonOf } from "./horizon.ts";

/**
 * Throws `Damaged` unless a snapshot is there for every place before the horizon that the world can still go back to: its
 * beginning, its bookmarks, and where rewinds went.
 */
export async function assertNeededSnapshots(
  store: Pick<WorldStore, "horizon" | "snapshots" | "snapshotPlace">,
  { worldId, beginning }: WorldEntry,
  { bookmarks, rewinds }: Chronicle,
): Promise<void> {
  const keptAfter = await store.horizon(worldId);
  if (keptAfter === 0) return;
  const snapshots = await store.snapshots(worldId);
  const horizon = horizonOf(keptAfter, snapshots);
  const there = new Set([0, ...snapshots]);
  const targets = rewinds.filter(({ position }) => position > horizon);
  const needed: readonly (readonly [Position, string])[] = [
    [beginning, "the beginning of the world"],
    ...Array.from(
      bookmarks.values(),
      ({ name, position }) => [position, `the bookmark ${JSON.stringify(name)}`] as const,
    ),
    ...targets.map(({ to }) => [to, "a place that the world went back to"] as const),
  ];
  const lost = needed.find(([position]) => position < horizon && !there.has(position));
  if (lost === undefined) return;
  const [position, what] = lost;
  throw new Damaged(store.snapshotPlace(worldId, position), null, missing(what));
}
