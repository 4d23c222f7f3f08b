import { Damaged } from "../../store/damaged.ts";
import type { Position, WorldId, WorldStore } from "../../store/world-store.ts";
import { replay } from "./replay.ts";
import { toSnapshot } from "./world-snapshot.ts";

/** Makes snapshots of a world at the given positions, each the end of a commit that is durable, where there are none. */
export type Archivist = (worldId: WorldId, positions: readonly Position[]) => Promise<void>;

type History = Pick<WorldStore, "read" | "horizon" | "snapshot" | "snapshots" | "snapshotPlace" | "saveSnapshot">;

/**
 * Replays the history to every position. It takes as long as it takes, so that a busy server leaves it to a worker.
 * `onDamaged` is told of snapshots that could not be used; those that are asked for are made anew.
 */
export function archivistOf(store: History, onDamaged: (damage: Damaged) => void = () => undefined): Archivist {
  return async (worldId, positions) => {
    for (const position of positions) {
      if (await isSound(store, worldId, position, onDamaged)) continue;
      const replayed = await replay(store, worldId, position, onDamaged);
      if (replayed.position !== position) throw new Error(`the history of ${worldId} has no end at ${position}`);
      await store.saveSnapshot(worldId, toSnapshot(replayed));
    }
  };
}

/** Whether there is a snapshot of a position. What stands for a history that is forgotten must be readable. */
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
