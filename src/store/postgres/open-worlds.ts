import { endAfter } from "../succession.ts";
import { type Commit, type Position, UnknownWorld, type WorldId, WriteFailed } from "../world-store.ts";
import { keysIn } from "./api-keys.ts";
import type { Connections } from "./connections.ts";
import { entriesOf } from "./entry.ts";
import { askPlace, type NumberedWorld } from "./kept-worlds.ts";
import type { Appending } from "./ownership/lease-database.ts";
import type { Ownership } from "./ownership/ownership.ts";
import type { Tables } from "./tables.ts";

/** The worlds that this process has. It takes a world when something is asked of it. */
export class OpenWorlds {
  readonly #ownership: Ownership;
  readonly #connections: Connections;
  readonly #tables: Tables;
  readonly #open = new Map<WorldId, Promise<OpenWorld>>();

  constructor(ownership: Ownership, connections: Connections, tables: Tables) {
    this.#ownership = ownership;
    this.#connections = connections;
    this.#tables = tables;
  }

  /** Makes this process the owner of a world. Rejects with `OwnedElsewhere`, `UnknownWorld` or `WriteFailed`. */
  get(id: WorldId): Promise<OpenWorld> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const drop = () => {
      if (this.#open.get(id) === opening) this.#open.delete(id);
    };
    const opening = this.#take(id, drop);
    this.#open.set(id, opening);
    opening.catch(drop);
    return opening;
  }

  /** Forgets what is known of a world. */
  drop(id: WorldId): void {
    this.#open.delete(id);
  }

  /** Returns the epoch of a world for a statement that it fences. Throws `WriteFailed` if this process has lost the world. */
  epoch(id: WorldId): number {
    const epoch = this.#ownership.epoch(id);
    if (epoch === null) throw lost(id);
    return epoch;
  }

  /** The history is read after the taking, in another statement, so that nothing of the owner before is missing. */
  async #take(id: WorldId, drop: () => void): Promise<OpenWorld> {
    await this.#ownership.acquire(id);
    const epoch = this.epoch(id);
    const [[[no, end] = []] = []] = await this.#connections.run(askPlace(this.#tables, id));
    if (no === undefined) throw new UnknownWorld(id);
    if (this.#ownership.epoch(id) !== epoch) throw lost(id);
    return new OpenWorld({ id, no: Number(no) }, Number(end), (appending) =>
      this.#ownership.append(appending).catch((error: unknown) => {
        // Where the history ends now must be read again.
        drop();
        throw error;
      }),
    );
  }
}

export function lost(id: WorldId): WriteFailed {
  return new WriteFailed(`another process may have the world ${id} now`);
}

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
