import type { Position } from "../../store/world-store.ts";

/**
 * The position from which on a world can be told, of a history that is kept after a position: that of the snapshot that
 * stands for what is forgotten. A process that was killed while it forgot may have left more of the history than that.
 */
export function horizonOf(keptAfter: Position, snapshots: readonly Position[]): Position {
  if (keptAfter === 0) return 0;
  return snapshots.find((position) => position >= keptAfter) ?? keptAfter;
}
