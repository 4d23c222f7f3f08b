import type { Damaged } from "../../store/damaged.ts";
import type { Position, WorldEntry, WorldId } from "../../store/world-store.ts";
import { Archive, type ArchiveContext, DEFAULT_HISTORY_LIMIT } from "../history/archive.ts";
import type { Replayed } from "../history/chronicle.ts";
import { Growth } from "../history/growth.ts";
import { Past } from "../history/past.ts";
import { replay } from "../history/replay.ts";
import { unreadable, WorldDeleted } from "../unavailable.ts";
import { CommitLog } from "./commit-log.ts";
import type { WorldDependencies } from "./dependencies.ts";

/** Replays a world from its store, up to a position or to the end. Reports unusable snapshots to `onTrouble`. */
export async function replayStored(
  { store, onTrouble }: WorldDependencies,
  id: WorldId,
  upTo?: Position,
  betweenSlices?: () => void,
): Promise<Replayed> {
  const tell = ({ file, what }: Damaged) => {
    onTrouble(id, new Error(`${file}: ${what}; the world was replayed without it`));
  };
  return replay(store, id, upTo, tell, betweenSlices);
}

/** A world's history in its store: reads it, appends to it, and forgets its oldest part from time to time. */
export class StoredHistory {
  readonly past: Past;
  readonly archive: Archive;
  /** Notifies when more of the history is durable. */
  readonly growth = new Growth();
  readonly #worldId: WorldId;
  readonly #dependencies: WorldDependencies;

  constructor(entry: WorldEntry, dependencies: WorldDependencies, replayed: Replayed, look: ArchiveContext["look"]) {
    const { store, archivist, historyLimit = DEFAULT_HISTORY_LIMIT } = dependencies;
    this.#worldId = entry.worldId;
    this.#dependencies = dependencies;
    const onTrouble = (error: unknown) => dependencies.onTrouble(entry.worldId, error);
    this.past = new Past(entry, store, onTrouble);
    this.archive = new Archive(entry, replayed.snapshotAt, { store, archivist, historyLimit, onTrouble, look });
  }

  /** Returns a log that appends after the end of a replayed history. Calls `onFailure` when the last commits will never be durable. */
  newLog({ position }: Pick<Replayed, "position">, onFailure: (error: unknown) => void): CommitLog {
    const onDurable = (durable: Position) => {
      this.archive.grown(durable);
      this.growth.tell();
    };
    return new CommitLog(this.#dependencies.store, this.#worldId, position, { onDurable, onFailure });
  }

  /** Throws if another process may have the world by now: what is in memory would be an old state of it. */
  assertCurrent(): void {
    try {
      this.#dependencies.store.sharing?.assertCurrent(this.#worldId);
    } catch (error) {
      throw unreadable(error);
    }
  }

  /**
   * Replays the world up to a position, or to the end. Throws `Unavailable`; with a position, tells `onTrouble` why. What
   * `betweenSlices` throws ends the replay.
   */
  async replay(upTo?: Position, betweenSlices?: () => void): Promise<Replayed> {
    const { replays } = this.#dependencies;
    const work = () => replayStored(this.#dependencies, this.#worldId, upTo, betweenSlices);
    try {
      return await (replays === undefined ? work() : replays.always(work));
    } catch (cause) {
      const problem = unreadable(cause);
      const isTrouble = problem !== cause && !(problem instanceof WorldDeleted);
      if (isTrouble && upTo !== undefined) this.#dependencies.onTrouble(this.#worldId, cause);
      throw problem;
    }
  }
}
