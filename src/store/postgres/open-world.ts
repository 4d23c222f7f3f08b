import { endAfter } from "../succession.ts";
import { type Commit, type Position, type WorldId, WriteFailed } from "../world-store.ts";
import { keysIn } from "./api-keys.ts";
import { entriesOf } from "./entry.ts";
import type { NumberedWorld } from "./kept-worlds.ts";
import type { Appending } from "./ownership/lease-database.ts";

/** A world that this process has, and where its history ends: until an append fails, or the world is lost or given up. */
export class OpenWorld implements NumberedWorld {
  readonly id: WorldId;
  readonly no: number;
  #end: Position;
  #isBroken = false;
  /** The last append, so that appends happen in the order of the calls. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #keep: (appending: Appending) => Promise<void>;

  constructor({ id, no }: NumberedWorld, end: Position, keep: (appending: Appending) => Promise<void>) {
    this.id = id;
    this.no = no;
    this.#end = end;
    this.#keep = keep;
  }

  append(after: Position, commits: readonly Commit[]): Promise<void> {
    const done = this.#last.then(() => this.#append(after, commits));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when nothing is being appended. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #append(after: Position, commits: readonly Commit[]): Promise<void> {
    if (this.#isBroken) throw new WriteFailed(`an earlier append to ${this.id} failed`);
    const end = endAfter(this.id, this.#end, after, commits);
    if (commits.length === 0) return;
    try {
      await this.#keep({ worldId: this.id, entries: entriesOf(commits), keys: keysIn(commits) });
      this.#end = end;
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }
}
