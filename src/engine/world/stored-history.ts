import type { World } from "../../domain/world.ts";
import type { Position, WorldEntry, WorldId } from "../../store/world-store.ts";
import { Archive, type ArchiveContext, DEFAULT_HISTORY_LIMIT } from "../history/archive.ts";
import type { Replayed } from "../history/chronicle.ts";
import { Growth } from "../history/growth.ts";
import { KeptBeginning } from "../history/kept-beginning.ts";
import { Past } from "../history/past.ts";
import { replay } from "../history/replay.ts";
import { unreadable } from "../unavailable.ts";
import { CommitLog } from "./commit-log.ts";
import type { WorldDependencies } from "./dependencies.ts";
import type { HistoryLog } from "./history-log.ts";
import { TurnLog } from "./turn-log.ts";

/** Replays a world from its store, up to a position or to the end. Reports unusable snapshots to `onTrouble`. */
export async function replayStored(dependencies: WorldDependencies, id: WorldId, upTo?: Position): Promise<Replayed> {
  const { store, onTrouble } = dependencies;
  // The end comes first: should another history take the place of this one meanwhile, the next turn shows that.
  const end = upTo === undefined ? await store.turns?.end(id) : undefined;
  const replayed = await replay(store, id, upTo ?? end?.position, ({ file, what }) => {
    onTrouble(id, new Error(`${file}: ${what}; the world was replayed without it`));
  });
  return { ...replayed, end };
}

/** A world's history in its store: reads it, appends to it, and forgets its oldest part from time to time. */
export class StoredHistory {
  readonly past: Past;
  readonly archive: Archive;
  /** Notifies when more of the history is durable. */
  readonly growth = new Growth();
  readonly #worldId: WorldId;
  readonly #beginning: KeptBeginning;
  readonly #dependencies: WorldDependencies;

  constructor(
    entry: WorldEntry,
    dependencies: WorldDependencies,
    { world, position, snapshotAt }: Replayed,
    look: ArchiveContext["look"],
    forget?: ArchiveContext["forget"],
  ) {
    const { store, archivist, historyLimit = DEFAULT_HISTORY_LIMIT } = dependencies;
    this.#worldId = entry.worldId;
    this.#dependencies = dependencies;
    const onTrouble = (error: unknown) => dependencies.onTrouble(entry.worldId, error);
    this.#beginning = new KeptBeginning(entry.beginning);
    this.#beginning.keep(world, position);
    this.past = new Past(entry, store, onTrouble);
    this.archive = new Archive(entry, snapshotAt, { store, archivist, historyLimit, onTrouble, look, forget });
  }

  /** Returns a log that appends after the end of a replayed history. Calls `onFailure` when the last commits will never be durable. */
  newLog({ position, end }: Pick<Replayed, "position" | "end">, onFailure: (error: unknown) => void): HistoryLog {
    const watch = { onDurable: (durable: Position) => this.#grown(durable), onFailure };
    if (end !== undefined) return new TurnLog(end, watch);
    return new CommitLog(this.#dependencies.store, this.#worldId, position, watch);
  }

  /** Notes that the history is durable up to a position, whoever has written it. */
  #grown(durable: Position): void {
    this.archive.grown(durable);
    this.growth.tell();
  }

  /** Replays the world to the end of its history. Throws `Unavailable`. */
  async replay(): Promise<Replayed> {
    try {
      return await replayStored(this.#dependencies, this.#worldId);
    } catch (cause) {
      throw unreadable(cause);
    }
  }

  /** Returns the world at a position, for the caller alone. Throws `Unavailable`, and tells `onTrouble` why. */
  async worldAt(position: Position): Promise<World> {
    const kept = await this.#beginning.world(position);
    if (kept !== null) return kept;
    const replayed = await this.#replayTo(position);
    if (replayed.position !== position) throw unreadable(`nothing is kept of the position ${position}`);
    this.#beginning.keep(replayed.world, position);
    return replayed.world;
  }

  async #replayTo(position: Position): Promise<Replayed> {
    try {
      return await replayStored(this.#dependencies, this.#worldId, position);
    } catch (cause) {
      this.#dependencies.onTrouble(this.#worldId, cause);
      throw unreadable(cause);
    }
  }
}
