import type { Instant } from "../../domain/instant.ts";
import { Damaged, missing } from "../../store/damaged.ts";
import {
  type Commit,
  lastPosition,
  type Position,
  UnknownWorld,
  type WorldEntry,
  type WorldStore,
} from "../../store/world-store.ts";
import { type Unavailable, unreadable } from "../unavailable.ts";
import { branchTo, type Chronicle } from "./chronicle.ts";
import { horizonOf } from "./horizon.ts";
import { inSlices } from "./replay.ts";

/** A place in a history, at the end of a command's facts, and what the clock showed there. */
export interface Place {
  readonly position: Position;
  readonly at: Instant;
}

/** Where a history has come to. */
export interface Present extends Place {
  readonly chronicle: Readonly<Chronicle>;
}

/** A world's history as the store has it, to be read and to find places in. Throws `Unavailable`. */
export class Past {
  readonly #entry: WorldEntry;
  readonly #store: WorldStore;
  readonly #tell: (cause: unknown) => void;

  /** `tell`: why something could not be read, for those who see to the store. Whoever asked is told only that. */
  constructor(entry: WorldEntry, store: WorldStore, tell: (cause: unknown) => void = () => undefined) {
    this.#entry = entry;
    this.#store = store;
    this.#tell = tell;
  }

  /** Where the world begins: what happened before made it what it is there. */
  get beginning(): Position {
    return this.#entry.beginning;
  }

  /** The position up to which the events are not there any more; 0 when all of them are. */
  forgottenUpTo(): Promise<Position> {
    const { worldId } = this.#entry;
    return this.#readable(() => horizonOf(this.#store, worldId));
  }

  /** The first position that one can go back to, besides bookmarks and the beginning. */
  async horizon(): Promise<Position> {
    return Math.max(this.beginning, await this.forgottenUpTo());
  }

  /** What is kept of the history after a position, abandoned branches included. */
  async *read(after: Position, upTo?: Position): AsyncIterable<Commit> {
    try {
      yield* inSlices(this.#store.read(this.#entry.worldId, after, upTo));
    } catch (cause) {
      throw this.#unreadable(cause);
    }
  }

  /** The place at a position that the history reaches; or, if it lies within a command's facts, those around it. */
  async endAt(position: Position): Promise<Place | { readonly around: readonly [Position, Position] }> {
    for await (const commit of this.read(position - 1, position)) {
      const end = lastPosition(commit);
      if (commit.first > position) break;
      return end === position ? { position, at: commit.at } : { around: [commit.first - 1, end] };
    }
    return this.#snapshotAt(position);
  }

  /** The last place before or at an instant on the branch that leads to the present; null when it is forgotten. */
  async lastAt(at: Instant, { chronicle, position }: Pick<Present, "chronicle" | "position">): Promise<Place | null> {
    const horizon = await this.horizon();
    let last: Place | null = null;
    for (const { after, upTo } of branchTo(chronicle, position)) {
      if (upTo < horizon) continue;
      // What lies at the horizon is there, too; the facts that led there may not be.
      if (after < horizon) last = earlierThan(at, await this.start(horizon));
      for await (const commit of this.read(Math.max(after, horizon), upTo)) {
        if (commit.at > at) return last;
        last = { position: lastPosition(commit), at: commit.at };
      }
    }
    return last;
  }

  /** The place at the horizon, or at another position where the history, or all that is left of it, begins. */
  async start(position?: Position): Promise<Place> {
    const found = await this.endAt(position ?? (await this.horizon()));
    if ("around" in found) throw new Error(`a history cannot begin within a command, at ${position}`);
    return found;
  }

  async #snapshotAt(position: Position): Promise<Place> {
    const { worldId } = this.#entry;
    return this.#readable(async () => {
      const snapshot = await this.#store.snapshot(worldId, position);
      if (snapshot?.position === position) return { position, at: snapshot.at };
      throw new Damaged(this.#store.snapshotPlace(worldId, position), null, missing(`position ${position}`));
    });
  }

  async #readable<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (cause) {
      throw this.#unreadable(cause);
    }
  }

  #unreadable(cause: unknown): Unavailable {
    // That a world was deleted meanwhile is no trouble.
    if (!(cause instanceof UnknownWorld)) this.#tell(cause);
    return unreadable(cause);
  }
}

function earlierThan(at: Instant, place: Place): Place | null {
  return place.at <= at ? place : null;
}
