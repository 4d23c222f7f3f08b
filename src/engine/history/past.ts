import type { Instant } from "../../domain/instant.ts";
import { nextSlice } from "../../slices/step-by-step.ts";
import { Damaged, missing } from "../../store/damaged.ts";
import { type Commit, lastPosition, type Position, type WorldEntry, type WorldStore } from "../../store/world-store.ts";
import { type Unavailable, unreadable, WorldDeleted } from "../unavailable.ts";
import { branchTo, type Chronicle } from "./chronicle.ts";
import { inSlices, mustPause } from "./replay.ts";

/** A place in a history, at the end of a command, and the time there. */
export interface HistoryPlace {
  readonly position: Position;
  readonly at: Instant;
}

/** The present end of a history. */
export interface Present extends HistoryPlace {
  readonly chronicle: Readonly<Chronicle>;
}

/** A world's stored history, for reading and for finding places. Throws `Unavailable`. */
export class Past {
  readonly #entry: WorldEntry;
  readonly #store: WorldStore;
  readonly #tell: (cause: unknown) => void;

  /** `tell` is called with the cause of a failed read. The caller of the read learns only that it failed. */
  constructor(entry: WorldEntry, store: WorldStore, tell: (cause: unknown) => void = () => undefined) {
    this.#entry = entry;
    this.#store = store;
    this.#tell = tell;
  }

  /** The position at which the world begins. Earlier events made it what it is there. */
  get beginning(): Position {
    return this.#entry.beginning;
  }

  /** Returns the position up to which the events are forgotten; 0 if all are there. */
  forgottenUpTo(): Promise<Position> {
    const { worldId } = this.#entry;
    return this.#readable(() => this.#store.horizon(worldId));
  }

  /** Returns the first position that the world can go back to, besides bookmarks and the beginning. */
  async horizon(): Promise<Position> {
    return Math.max(this.beginning, await this.forgottenUpTo());
  }

  /** Yields the stored history after a position, abandoned branches included. */
  async *read(after: Position, upTo?: Position): AsyncIterable<Commit> {
    try {
      yield* inSlices(this.#store.read(this.#entry.worldId, after, upTo));
    } catch (cause) {
      throw this.#unreadable(cause);
    }
  }

  /** Shows the same to `visit`. For a long history it takes a third of the time, as nothing hands the commits on. */
  async visit(after: Position, upTo: Position, visit: (commit: Commit) => void): Promise<void> {
    await this.#readable(async () => {
      let visited = 0;
      for await (const commit of this.#store.read(this.#entry.worldId, after, upTo)) {
        visit(commit);
        visited += 1;
        if (mustPause(visited)) await nextSlice();
      }
    });
  }

  /** Returns the place at a position; if that lies within a command, returns the positions around it. */
  async endAt(position: Position): Promise<HistoryPlace | { readonly around: readonly [Position, Position] }> {
    for await (const commit of this.read(position - 1, position)) {
      const end = lastPosition(commit);
      if (commit.first > position) break;
      return end === position ? { position, at: commit.at } : { around: [commit.first - 1, end] };
    }
    return this.#snapshotAt(position);
  }

  /** Returns the last place before or at an instant on the branch of the present; null if it is forgotten. */
  async lastAt(
    at: Instant,
    { chronicle, position }: Pick<Present, "chronicle" | "position">,
  ): Promise<HistoryPlace | null> {
    const horizon = await this.horizon();
    let last: HistoryPlace | null = null;
    for (const { after, upTo } of branchTo(chronicle, position)) {
      if (upTo < horizon) continue;
      // The place at the horizon exists, even if the events that led there are forgotten.
      const start = after < horizon ? await this.start(horizon) : null;
      if (start !== null) last = start.at <= at ? start : null;
      for await (const commit of this.read(Math.max(after, horizon), upTo)) {
        if (commit.at > at) return last;
        last = { position: lastPosition(commit), at: commit.at };
      }
    }
    return last;
  }

  /** Returns the place at the horizon, or at another position where the stored history begins. */
  async start(position?: Position): Promise<HistoryPlace> {
    const found = await this.endAt(position ?? (await this.horizon()));
    if ("around" in found) throw new Error(`a history cannot begin within a command, at ${position}`);
    return found;
  }

  async #snapshotAt(position: Position): Promise<HistoryPlace> {
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
    const problem = unreadable(cause);
    // A world that has been deleted since is no error.
    if (!(problem instanceof WorldDeleted)) this.#tell(cause);
    return problem;
  }
}
