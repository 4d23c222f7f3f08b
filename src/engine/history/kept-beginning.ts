import { copySaved, restoreInSteps, type SavedWorld, saveWorld } from "../../domain/saved-world.ts";
import { sizeOf, type World } from "../../domain/world.ts";
import { stepByStep } from "../../store/step-by-step.ts";
import type { Position } from "../../store/world-store.ts";

/** A smaller world is replayed as fast. */
const MIN_SIZE = 2_000;

/** The beginning of a larger world takes too much memory for a reset that may never come. */
const MAX_SIZE = 250_000;

/** The world at its beginning, in memory: to replay 100,000 charges takes more than a second. */
export class KeptBeginning {
  readonly #position: Position;
  #saved: SavedWorld | null = null;

  constructor(position: Position) {
    this.#position = position;
  }

  /** Keeps a copy of a world that has just begun. Another one is left to the replay. */
  keep(world: Readonly<World>, position: Position): void {
    const size = sizeOf(world);
    if (position !== this.#position || size < MIN_SIZE || size > MAX_SIZE) return;
    this.#saved = copySaved(saveWorld(world));
  }

  /** Returns the world at a position, for the caller alone; null if it is not kept. */
  async world(position: Position): Promise<World | null> {
    if (this.#saved === null || position !== this.#position) return null;
    return stepByStep(restoreInSteps(copySaved(this.#saved)));
  }
}
