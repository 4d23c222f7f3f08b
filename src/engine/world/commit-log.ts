import { type Commit, lastPosition, type Position, type WorldId, type WorldStore } from "../../store/world-store.ts";
import type { HistoryLog, LogWatch } from "./history-log.ts";

/**
 * Appends a world's commits to its store, in order. Commits that come while a write is under way are written together
 * after it. The first failure ends the log: commits that are not durable by then never will be.
 */
export class CommitLog implements HistoryLog {
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
