import { type Commit, lastPosition, type Position, type WorldId, type WorldStore } from "../../store/world-store.ts";

/** Is called with the results of writes. */
export interface LogWatch {
  /** The history is durable up to this position. */
  onDurable(position: Position): void;
  /** The last appended commits are not durable and never will be. */
  onFailure(error: unknown): void;
}

/**
 * Appends a world's commits to its store, in order. Commits that come while a write is under way are written together
 * after it. The first failure ends the log: commits that are not durable by then never will be.
 */
export class CommitLog {
  readonly #store: WorldStore;
  readonly #worldId: WorldId;
  readonly #watch: LogWatch;
  #durable: Position;
  #gathering: Commit[] = [];
  /** The write under way, and the one that will take the gathering commits. */
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
    // Others write at the end of the block, without a promise to wait for.
    if (this.#store.appendNow === undefined) this.#writeLater();
  }

  /** Ends a block of work: what was appended in it goes to the store. */
  flush(): void {
    if (this.#gathering.length === 0 || this.#next !== undefined) return;
    if (this.#writing !== undefined) this.#writeLater();
    else this.#writeNow();
  }

  /**
   * Returns a promise that resolves when everything appended so far is durable, or undefined if it already is. The
   * promise rejects if that never happens.
   */
  whenDurable(): Promise<void> | undefined {
    if (this.#gathering.length > 0) this.#writeLater();
    return this.#next ?? this.#writing;
  }

  #writeNow(): void {
    const commits = this.#take();
    try {
      this.#store.appendNow?.(this.#worldId, this.#durable, commits);
    } catch (error) {
      this.#writing = this.#watched(Promise.reject(error));
      return;
    }
    this.#hasWritten(commits);
  }

  #writeLater(): void {
    this.#next ??= this.#watched(this.#writeAfter(this.#writing));
  }

  async #writeAfter(before: Promise<void> | undefined): Promise<void> {
    await before;
    const commits = this.#take();
    this.#writing = this.#next;
    this.#next = undefined;
    await this.#store.append(this.#worldId, this.#durable, commits);
    this.#hasWritten(commits);
  }

  #take(): readonly Commit[] {
    const commits = this.#gathering;
    this.#gathering = [];
    return commits;
  }

  #hasWritten(commits: readonly Commit[]): void {
    const last = commits.at(-1);
    if (last !== undefined) this.#durable = lastPosition(last);
    this.#writing = undefined;
    this.#watch.onDurable(this.#durable);
  }

  /** A caller that waits for a write learns of its failure; the watch does in any case. */
  #watched(write: Promise<void>): Promise<void> {
    write.catch((error) => this.#watch.onFailure(error));
    return write;
  }
}
