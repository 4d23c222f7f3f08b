import type { Position, WorldEntry, WorldId } from "../../store/world-store.ts";
import { Archive, type ArchiveContext, DEFAULT_HISTORY_LIMIT } from "../history/archive.ts";
import type { Replayed } from "../history/chronicle.ts";
import { Growth } from "../history/growth.ts";
import { Past } from "../history/past.ts";
import { replay } from "../history/replay.ts";
import { unreadable } from "../unavailable.ts";
import { CommitLog } from "./commit-log.ts";
import type { WorldDependencies } from "./dependencies.ts";

/** Replays a world from its store, up to a position or to the end. Reports unusable snapshots to `onTrouble`. */
export function replayStored({ store, onTrouble }: WorldDependencies, id: WorldId, upTo?: Position): Promise<Replayed> {
  return replay(store, id, upTo, ({ file, what }) => {
    onTrouble(id, new Error(`${file}: ${what}; the world was replayed without it`));
  });
}

/** A world's history in its store: reads it, appends to it, and forgets its oldest part from time to time. */
export class StoredHistory {
  readonly past: Past;
  readonly archive: Archive;
  /** Notifies when more of the history is durable. */
  readonly growth = new Growth();
  readonly #worldId: WorldId;
  readonly #dependencies: WorldDependencies;

  constructor(entry: WorldEntry, dependencies: WorldDependencies, checkpoint: Position, look: ArchiveContext["look"]) {
    const { store, archivist, historyLimit = DEFAULT_HISTORY_LIMIT } = dependencies;
    this.#worldId = entry.worldId;
    this.#dependencies = dependencies;
    const onTrouble = (error: unknown) => dependencies.onTrouble(entry.worldId, error);
    this.past = new Past(entry, store, onTrouble);
    this.archive = new Archive(entry, checkpoint, { store, archivist, historyLimit, onTrouble, look });
  }

  /** Returns a log that appends after a position. Calls `onFailure` when the last commits will never be durable. */
  newLog(durable: Position, onFailure: (error: unknown) => void): CommitLog {
    const onDurable = (position: Position) => {
      this.archive.grown(position);
      this.growth.tell();
    };
    return new CommitLog(this.#dependencies.store, this.#worldId, durable, { onDurable, onFailure });
  }

  /** Replays the world up to a position, or to the end. Throws `Unavailable`; with a position, tells `onTrouble` why. */
  async replay(upTo?: Position): Promise<Replayed> {
    try {
      return await replayStored(this.#dependencies, this.#worldId, upTo);
    } catch (cause) {
      if (upTo !== undefined) this.#dependencies.onTrouble(this.#worldId, cause);
      throw unreadable(cause);
    }
  }
}
