import type { Beginning, Commit, Position, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import { WrappedStore } from "./wrapped-store.ts";

/**
 * A store whose disk takes as long as the test likes: from `pause` on no write resolves before `release`. As on a
 * real disk, what is written can be read before it is known to be durable; with `invisible` it cannot.
 */
export class SlowStore extends WrappedStore {
  readonly #visible: boolean;
  #isPaused = false;
  readonly #waiting: (() => void)[] = [];
  #watchers: (() => void)[] = [];

  constructor(inner?: WorldStore, visibility: "visible" | "invisible" = "visible") {
    super(inner);
    this.#visible = visibility === "visible";
  }

  /** How many writes wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  pause(): void {
    this.#isPaused = true;
  }

  /** Lets the oldest waiting write end; later ones still wait. */
  releaseOne(): void {
    this.#waiting.shift()?.();
  }

  /** Lets all writes end, and those to come as well. */
  release(): void {
    this.#isPaused = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves when a write waits. */
  async someoneWaits(): Promise<void> {
    while (this.#waiting.length === 0) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  override async create(entry: WorldEntry, beginning: Beginning): Promise<void> {
    if (this.#isPaused) await this.#waited();
    await this.inner.create(entry, beginning);
  }

  override async append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    if (this.#visible) await this.inner.append(id, after, commits);
    if (this.#isPaused) await this.#waited();
    if (!this.#visible) await this.inner.append(id, after, commits);
  }

  #waited(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      for (const watcher of this.#watchers.splice(0)) watcher();
    });
  }
}
