import type { Damaged } from "../../store/damaged.ts";
import type { Position, WorldEntry } from "../../store/world-store.ts";
import { CommitLog } from "../commit-log.ts";
import type { Surroundings } from "../surroundings.ts";
import { unreadable } from "../unavailable.ts";
import { Archive, type Archived } from "./archive.ts";
import { Growth } from "./growth.ts";
import { defaultHistoryLimit } from "./history-limit.ts";
import { Past } from "./past.ts";
import { doneWithout, replay } from "./replay.ts";
import type { Replayed } from "./replayed.ts";

/** A world's dealings with its keeper: it is read, its facts are written, and now and then it is written down whole. */
export class Keeping {
  readonly past: Past;
  readonly archive: Archive;
  /** Tells when more of the history is durable. */
  readonly growth = new Growth();
  readonly #entry: WorldEntry;
  readonly #store: Surroundings["store"];
  readonly #onDamaged: (damage: Damaged) => void;

  constructor(entry: WorldEntry, surroundings: Surroundings, checkpoint: Position, world: Archived) {
    const { store, archivist, historyLimit = defaultHistoryLimit, onTrouble } = surroundings;
    this.#entry = entry;
    this.#store = store;
    this.#onDamaged = (damage) => onTrouble(entry.worldId, doneWithout(damage));
    this.past = new Past(entry, store);
    const office = { store, archivist, historyLimit, onTrouble: (error: unknown) => onTrouble(entry.worldId, error) };
    this.archive = new Archive(entry, checkpoint, { ...office, ...world });
  }

  /** The way on from a position. `onFailure`: what was appended last is not durable, and never will be. */
  newLog(durable: Position, onFailure: (error: unknown) => void): CommitLog {
    const onDurable = () => {
      this.archive.grown();
      this.growth.tell();
    };
    return new CommitLog(this.#store, this.#entry.worldId, durable, { onDurable, onFailure });
  }

  /** The world as it was at a position, or as it is. Throws `Unavailable`. */
  async replay(upTo?: Position): Promise<Replayed> {
    try {
      return await replay(this.#store, this.#entry.worldId, upTo, this.#onDamaged);
    } catch (cause) {
      throw unreadable(cause);
    }
  }
}
