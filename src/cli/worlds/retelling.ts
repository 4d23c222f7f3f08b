import { note, type Replayed } from "../../engine/history/chronicle.ts";
import { apply, beforeEverything } from "../../engine/history/replay.ts";
import { fromSnapshot, toSnapshot } from "../../engine/history/world-snapshot.ts";
import { lastPosition, type Position, type Snapshot } from "../../store/world-store.ts";
import type { KeptWorld } from "./kept-world.ts";

/**
 * Tells a world's history again from its horizon on. What later snapshots say is not asked: where a place is gone back to,
 * the world is what it was when it was told up to there.
 */
export class Retelling {
  readonly #kept: KeptWorld;
  /** The snapshots at the horizon and before it. */
  readonly #base: (position: Position) => Promise<Snapshot | null>;
  /** Worlds as JSON, since who replays takes what it is given. */
  readonly #told = new Map<Position, string>();
  #reached: Position;

  constructor(kept: KeptWorld, base: (position: Position) => Promise<Snapshot | null>) {
    this.#kept = kept;
    this.#base = base;
    this.#reached = kept.horizon;
  }

  /** The end of the last commit that was read: where something went wrong, if it did. */
  get reached(): Position {
    return this.#reached;
  }

  /**
   * Yields the world at each of the places that is the end of a commit, in order. `lastRewind`: the last position at which
   * the history goes back to a place; 0 if it never does.
   */
  async *tell(places: ReadonlySet<Position>, lastRewind: (to: Position) => Position): AsyncGenerator<Snapshot> {
    const { horizon, end } = this.#kept;
    let replayed = await this.#at(horizon);
    for await (const commit of this.#kept.read(horizon, end)) {
      this.#reached = lastPosition(commit);
      const [event] = commit.events;
      if (event?.type === "WorldRewound") replayed = { ...(await this.#at(event.to)), chronicle: replayed.chronicle };
      note(replayed.chronicle, commit);
      apply(replayed, commit);
      if (!places.has(this.#reached)) continue;
      const text = JSON.stringify(toSnapshot(replayed));
      for (const earlier of this.#told.keys()) if (lastRewind(earlier) <= this.#reached) this.#told.delete(earlier);
      this.#told.set(this.#reached, text);
      yield JSON.parse(text);
    }
  }

  async #at(position: Position): Promise<Replayed> {
    const text = this.#told.get(position);
    const snapshot: Snapshot | null = text === undefined ? await this.#base(position) : JSON.parse(text);
    if (snapshot?.position === position) return fromSnapshot(snapshot);
    if (position > 0) throw new Error(`nothing is kept of the position ${position}`);
    return beforeEverything();
  }
}
