import type { Position, WorldId, WorldStore } from "../../store/world-store.ts";

/**
 * The position from which on a world can be told: 0, or where the snapshot is, or should be, that stands for what is
 * forgotten. It is where the kept history begins, or, if a process was killed while it forgot, where it was to begin.
 */
export async function horizonOf(
  store: Pick<WorldStore, "horizon" | "nextHorizon" | "snapshots">,
  id: WorldId,
): Promise<Position> {
  const keptAfter = await store.horizon(id);
  if (keptAfter === 0) return 0;
  for (const position of await store.snapshots(id)) {
    // Others were made for other reasons, so that they say nothing of what was forgotten.
    if (position >= keptAfter && (await store.nextHorizon(id, position)) === position) return position;
  }
  return keptAfter;
}
