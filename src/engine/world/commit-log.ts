import { type Commit, lastPosition, type Position, type WorldId, type WorldStore } from "../../store/world-store.ts";

/** Who is told how the writing goes. */
export interface LogWatch {
  /** The history is durable up to a position. */
  onDurable(position: Position): void;
  /** What was appended last is not durable, and never will be. */
  onFailure(error: unknown): void;
}

/**
 * A world's way to its store. Commits are handed over in order; while one write is under way the next ones gather and
 * go together. The first failure ends the log: what was not durable by then never will be.
 */
export class CommitLog {
  readonly #store: WorldStore;
  readonly #worldId: WorldId;
  readonly #watch: LogWatch;
  #durable: Position;
  #gathering: Commit[] = [];
  /** The write under way, and the one that the gathering commits will go with. */
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(store: WorldStore, worldId: WorldId, durable: Position, watch: LogWatch) {
    this.#store = store;
    this.#worldId = worldId;
    this.#durable = durable;
    this.#watch = watch;
  }

  /** The position up to which the history is durable. */
  get durable(): Position {
    return this.#durable;
  }

  append(commit: Commit): void {
    this.#gathering.push(commit);
    if (this.#next !== undefined) return;
    const batch = this.#writeAfter(this.#writing);
    this.#next = batch;
    batch.catch((error) => this.#watch.onFailure(error));
  }

  /**
   * A promise of the moment when everything appended so far is durable, or undefined when it is already. It rejects
   * when that will never be.
   */
  whenDurable(): Promise<void> | undefined {
    return this.#next ?? this.#writing;
  }

  async #writeAfter(before: Promise<void> | undefined): Promise<void> {
    await before;
    const commits = this.#gathering;
    this.#gathering = [];
    const batch = this.#next;
    this.#writing = batch;
    this.#next = undefined;
    await this.#store.append(this.#worldId, this.#durable, commits);
    const last = commits.at(-1);
    if (last !== undefined) this.#durable = lastPosition(last);
    if (this.#writing === batch) this.#writing = undefined;
    this.#watch.onDurable(this.#durable);
  }
}
