import type { Position, WorldEntry, WorldId } from "../../store/world-store.ts";
import { Archive, type Archived } from "../history/archive.ts";
import { Growth } from "../history/growth.ts";
import { defaultHistoryLimit } from "../history/history-limit.ts";
import { Past } from "../history/past.ts";
import { replay } from "../history/replay.ts";
import type { Replayed } from "../history/replayed.ts";
import { unreadable } from "../unavailable.ts";
import { CommitLog } from "./commit-log.ts";
import type { Surroundings } from "./surroundings.ts";

/** The world as its keeper has it, at a position or at the end. What snapshot could not be used is told as trouble. */
export function replayKept({ store, onTrouble }: Surroundings, id: WorldId, upTo?: Position): Promise<Replayed> {
  return replay(store, id, upTo, ({ file, what }) => {
    onTrouble(id, new Error(`${file}: ${what}; the world was replayed without it`));
  });
}

/** A world's dealings with its keeper: it is read, its facts are written, and now and then it is written down whole. */
export class Keeping {
  readonly past: Past;
  readonly archive: Archive;
  /** Tells when more of the history is durable. */
  readonly growth = new Growth();
  readonly #entry: WorldEntry;
  readonly #surroundings: Surroundings;

  constructor(entry: WorldEntry, surroundings: Surroundings, checkpoint: Position, world: Archived) {
    const { store, archivist, historyLimit = defaultHistoryLimit, onTrouble } = surroundings;
    this.#entry = entry;
    this.#surroundings = surroundings;
    const tell = (error: unknown) => onTrouble(entry.worldId, error);
    this.past = new Past(entry, store, tell);
    const office = { store, archivist, historyLimit, onTrouble: tell };
    this.archive = new Archive(entry, checkpoint, { ...office, ...world });
  }

  /** The way on from a position. `onFailure`: what was appended last is not durable, and never will be. */
  newLog(durable: Position, onFailure: (error: unknown) => void): CommitLog {
    const onDurable = () => {
      this.archive.grown();
      this.growth.tell();
    };
    return new CommitLog(this.#surroundings.store, this.#entry.worldId, durable, { onDurable, onFailure });
  }

  /** The world as it was at a position, or as it is. Throws `Unavailable`; why, is told for a position. */
  async replay(upTo?: Position): Promise<Replayed> {
    const { worldId } = this.#entry;
    try {
      return await replayKept(this.#surroundings, worldId, upTo);
    } catch (cause) {
      if (upTo !== undefined) this.#surroundings.onTrouble(worldId, cause);
      throw unreadable(cause);
    }
  }
}
