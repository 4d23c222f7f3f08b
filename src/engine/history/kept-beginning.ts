import { atOnce } from "../../domain/at-once.ts";
import { sizeOf } from "../../domain/world.ts";
import { stepByStep } from "../../slices/step-by-step.ts";
import type { Commit, Position, Snapshot, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import type { Replayed } from "./chronicle.ts";
import type { History } from "./replay.ts";
import { copyOfPlace, type SavedPlace, toSnapshot } from "./world-snapshot.ts";

/** A smaller world is replayed as fast. */
const MIN_SIZE = 2_000;

/** The beginning of a larger world takes too much memory for a reset that may never come. */
const MAX_SIZE = 250_000;

/**
 * A stored history with one more snapshot: that of its beginning, in memory. A reset and most rewinds of a world with
 * 100,000 charges would otherwise replay them all.
 */
export class KeptBeginning implements History {
  readonly #entry: WorldEntry;
  readonly #store: WorldStore;
  #kept: SavedPlace | null = null;

  constructor(entry: WorldEntry, store: WorldStore) {
    this.#entry = entry;
    this.#store = store;
  }

  /** Keeps a copy of a world that has just begun. Any other one is left as it is. */
  keep(replayed: Replayed): void {
    const size = sizeOf(replayed.world);
    const hasJustBegun = replayed.position === this.#entry.beginning;
    // Another process could replace the whole history by one that begins otherwise.
    if (!hasJustBegun || size < MIN_SIZE || size > MAX_SIZE) return;
    this.#kept ??= atOnce(copyOfPlace(toSnapshot(replayed)));
  }

  read(id: WorldId, after: Position, upTo?: Position): AsyncIterable<Commit> {
    return this.#store.read(id, after, upTo);
  }

  async snapshots(id: WorldId): Promise<readonly Position[]> {
    const stored = await this.#store.snapshots(id);
    return this.#kept === null ? stored : [...new Set([...stored, this.#kept.position])].sort((a, b) => a - b);
  }

  async snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    if (this.#kept?.position !== atOrBefore) return this.#store.snapshot(id, atOrBefore);
    return stepByStep(copyOfPlace(this.#kept));
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return this.#store.snapshotPlace(id, position);
  }

  horizon(id: WorldId): Promise<Position> {
    return this.#store.horizon(id);
  }
}
