import {
  type Beginning,
  type Commit,
  type Position,
  type Snapshot,
  type WorldEntry,
  type WorldId,
  WriteFailed,
} from "../../store/world-store.ts";
import { WrappedStore } from "./wrapped-store.ts";

/** How a write fails: nothing of it is kept, its first commit is, or all of it is though the store says otherwise. */
export type WriteFailure = "nothing kept" | "first commit kept" | "all kept";

/** A store whose disk breaks when told so, and stays broken until it is repaired. */
export class FailingStore extends WrappedStore {
  /** How many appends were asked for, successful or not. */
  appends = 0;
  /** How many readings were begun. */
  readings = 0;
  #broken = false;
  #appendsLeft: number | null = null;
  #failure: WriteFailure = "nothing kept";
  #readError: Error | null = null;
  #snapshotsFail = false;

  /** The `nth` append from now on fails, and so does all that follows. */
  failAppend(nth: number, failure: WriteFailure = "nothing kept"): void {
    this.#appendsLeft = nth;
    this.#failure = failure;
  }

  /** From now on nothing can be written. */
  breakDown(): void {
    this.#broken = true;
  }

  /** From now on no snapshot can be saved. */
  failSnapshots(): void {
    this.#snapshotsFail = true;
  }

  /** From now on nothing can be read. */
  failReads(error = new Error("the disk cannot be read")): void {
    this.#readError = error;
  }

  repair(): void {
    this.#broken = false;
    this.#appendsLeft = null;
    this.#readError = null;
    this.#snapshotsFail = false;
  }

  override async saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    if (this.#snapshotsFail) throw new WriteFailed("the disk is full");
    await this.inner.saveSnapshot(id, snapshot);
  }

  override async create(entry: WorldEntry, beginning: Beginning): Promise<void> {
    if (this.#broken) throw new WriteFailed("the disk is broken");
    await this.inner.create(entry, beginning);
  }

  override async append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    this.appends += 1;
    if (this.#appendsLeft !== null) this.#appendsLeft -= 1;
    if (this.#broken) throw new WriteFailed("the disk is broken");
    if (this.#appendsLeft !== 0) return this.inner.append(id, after, commits);
    this.#broken = true;
    const kept = { "nothing kept": 0, "first commit kept": 1, "all kept": commits.length }[this.#failure];
    await this.inner.append(id, after, commits.slice(0, kept));
    throw new WriteFailed("the disk broke");
  }

  override read(id: WorldId, after: Position, upTo?: Position): AsyncIterable<Commit> {
    this.readings += 1;
    return this.#readError === null ? this.inner.read(id, after, upTo) : failing(this.#readError);
  }
}

// biome-ignore lint/correctness/useYield: a reading that fails at its first step.
async function* failing(error: Error): AsyncIterable<Commit> {
  throw error;
}
