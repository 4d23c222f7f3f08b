import type { Replayed } from "../../engine/history/chronicle.ts";
import { replay } from "../../engine/history/replay.ts";
import { toSnapshot } from "../../engine/save-file/world-snapshot.ts";
import { snapshotFile } from "../../store/lowdb/snapshot-folder.ts";
import { type Commit, lastPosition, type Position, type Snapshot, type WorldId } from "../../store/world-store.ts";
import type { KeptWorld } from "./kept-world.ts";

/**
 * Tells a world's history again from a snapshot on, from one place to the next. What the snapshots after that one say is
 * not asked: where a place is gone back to, the world is what it was when it was told up to there.
 */
export class Retelling {
  readonly #worldId: WorldId;
  readonly #kept: KeptWorld;
  readonly #base: (position: Position) => Promise<Snapshot | null>;
  readonly #bases: readonly Position[];
  /** Worlds as JSON, since who replays takes what it is given. */
  readonly #told = new Map<Position, string>();
  #reached: Position = 0;

  /** `bases`: the positions of the snapshots that what is told begins with, in ascending order. */
  constructor(
    worldId: WorldId,
    kept: KeptWorld,
    bases: readonly Position[],
    base: (position: Position) => Promise<Snapshot | null>,
  ) {
    this.#worldId = worldId;
    this.#kept = kept;
    this.#bases = bases;
    this.#base = base;
  }

  /** The end of the last commit that was read: where something went wrong, if it did. */
  get reached(): Position {
    return this.#reached;
  }

  /**
   * The world at a place that is later than the one before. `isNeeded`: whether an earlier place is gone back to later. Null
   * when the position is in the midst of what one command did.
   */
  async tell(position: Position, isNeeded: (position: Position) => boolean): Promise<Snapshot | null> {
    const replayed = await this.#replay(position);
    if (replayed.position !== position) return null;
    const text = JSON.stringify(toSnapshot(replayed));
    for (const earlier of this.#told.keys()) if (!isNeeded(earlier)) this.#told.delete(earlier);
    this.#told.set(position, text);
    return JSON.parse(text);
  }

  #replay(upTo: Position): Promise<Replayed> {
    return replay(
      {
        read: (_id, after, last) => this.#read(after, last ?? upTo),
        // It is told up to a place, so that nobody asks from where on it is kept.
        horizon: async () => 0,
        snapshots: async () => [...this.#bases, ...this.#told.keys()],
        snapshot: async (_id, atOrBefore) => this.#newest(atOrBefore),
        snapshotPlace: (_id, position) => snapshotFile(this.#kept.path, position),
      },
      this.#worldId,
      upTo,
    );
  }

  async *#read(after: Position, upTo: Position): AsyncGenerator<Commit> {
    for await (const commit of this.#kept.read(after, upTo)) {
      this.#reached = lastPosition(commit);
      yield commit;
    }
  }

  async #newest(atOrBefore: Position): Promise<Snapshot | null> {
    const position = [...this.#bases, ...this.#told.keys()].findLast((one) => one <= atOrBefore);
    if (position === undefined) return null;
    const text = this.#told.get(position);
    return text === undefined ? this.#base(position) : JSON.parse(text);
  }
}
