import type { World } from "../../domain/world.ts";
import type { Position } from "../../store/world-store.ts";
import type { Chronicle } from "./chronicle.ts";
import type { WorldClock } from "./world-clock.ts";

/** A world as its history tells it. */
export interface Replayed {
  readonly world: World;
  position: Position;
  clock: WorldClock;
  readonly chronicle: Chronicle;
  /** The position of the snapshot that the replay began with, or 0. */
  readonly snapshotAt: Position;
}
