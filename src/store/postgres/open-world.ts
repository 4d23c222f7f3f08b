import { endAfter } from "../succession.ts";
import { type Commit, keysIn, type Position, type WorldId, WriteFailed } from "../world-store.ts";
import type { FencedWorld } from "./catalogue.ts";
import { entriesOf } from "./entry.ts";
import type { OwnedWorld } from "./ownership/lease-database.ts";
import type { Ownership } from "./ownership/ownership.ts";

/** A world that this process has, and where its history ends: until an append fails, or the world is lost or given up. */
export class OpenWorld implements FencedWorld {
  readonly id: WorldId;
  readonly no: number;
  readonly #owned: OwnedWorld;
  readonly #ownership: Ownership;
  /** Where the history ends then must be read again. */
  readonly #onFailure: () => void;
  #end: Position;
  #isBroken = false;
  /** The last append, so that appends happen in the order of the calls. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    owned: OwnedWorld,
    { no, end }: { readonly no: number; readonly end: Position },
    ownership: Ownership,
    onFailure: () => void,
  ) {
    this.id = owned.worldId;
    this.no = no;
    this.#owned = owned;
    this.#ownership = ownership;
    this.#onFailure = onFailure;
    this.#end = end;
  }

  get epoch(): number {
    this.#ownership.assertOwned(this.#owned);
    return this.#owned.epoch;
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
      const appending = { worldId: this.id, entries: entriesOf(commits), keys: keysIn(commits) };
      await this.#ownership.append(this.#owned, appending);
      this.#end = end;
    } catch (error) {
      this.#isBroken = true;
      this.#onFailure();
      throw error;
    }
  }
}
