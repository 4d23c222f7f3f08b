import type { Position, WorldId, WorldStore } from "../../store/world-store.ts";
import { toSnapshot } from "../save-file/world-snapshot.ts";
import { replay } from "./replay.ts";

/** Makes snapshots of a world at the given positions, each the end of a commit that is durable, where there are none. */
export type Archivist = (worldId: WorldId, positions: readonly Position[]) => Promise<void>;

/** Replays the history to every position. It takes as long as it takes, so that a busy server leaves it to a worker. */
export function archivistOf(store: Pick<WorldStore, "read" | "snapshot" | "snapshots" | "saveSnapshot">): Archivist {
  return async (worldId, positions) => {
    for (const position of positions) {
      const there = await store.snapshots(worldId);
      if (there.includes(position)) continue;
      const replayed = await replay(store, worldId, position);
      if (replayed.position !== position) throw new Error(`the history of ${worldId} has no end at ${position}`);
      await store.saveSnapshot(worldId, toSnapshot(replayed));
    }
  };
}
