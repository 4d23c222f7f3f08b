import { Damaged } from "../../store/damaged.ts";
import type { Position, WorldId, WorldStore } from "../../store/world-store.ts";
import { replay } from "./replay.ts";
import { toSnapshot } from "./world-snapshot.ts";

/** Saves snapshots of a world at positions that have none. Each position is the end of a durable commit. */
export type Archivist = (worldId: WorldId, positions: readonly Position[]) => Promise<void>;

type History = Pick<WorldStore, "read" | "horizon" | "snapshot" | "snapshots" | "snapshotPlace" | "saveSnapshot">;

/**
 * Returns an archivist that replays the history to every position. A busy server runs it in a worker, since it takes
 * long. Calls `onDamaged` for unusable snapshots; requested ones are made again.
 */
export function archivistOf(store: History, onDamaged: (damage: Damaged) => void = () => undefined): Archivist {
  return async (worldId, positions) => {
    for (const position of positions) {
      if (await isSound(store, worldId, position, onDamaged)) continue;
      await store.saveSnapshot(worldId, toSnapshot(await replay(store, worldId, position, onDamaged)));
    }
  };
}

/** Returns whether a position has a readable snapshot. */
async function isSound(
  store: History,
  worldId: WorldId,
  position: Position,
  onDamaged: (damage: Damaged) => void,
): Promise<boolean> {
  try {
    return (await store.snapshot(worldId, position))?.position === position;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    onDamaged(error);
    return false;
  }
}
