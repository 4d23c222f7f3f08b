import {
  type Commit,
  Conflict,
  lastPosition,
  type Position,
  type Snapshot,
  UnknownWorld,
  type WorldEntry,
  type WorldId,
  type WorldStore,
} from "./world-store.ts";

interface KeptWorld {
  readonly entry: WorldEntry;
  readonly commits: Commit[];
  snapshots: Snapshot[];
}

/** Keeps worlds as long as the process lives: for tests and CI jobs. */
export class MemoryStore implements WorldStore {
  #kept: Map<WorldId, KeptWorld> | undefined = new Map();

  async list(): Promise<readonly WorldEntry[]> {
    return [...this.#worlds.values()].map(({ entry }) => entry);
  }

  async create(entry: WorldEntry, commits: readonly Commit[]): Promise<void> {
    if (this.#worlds.has(entry.worldId)) throw new Conflict(`the world ${entry.worldId} exists already`);
    this.#worlds.set(entry.worldId, { entry, commits: [...commits], snapshots: [] });
  }

  async delete(id: WorldId): Promise<void> {
    this.#worlds.delete(id);
  }

  async append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    const kept = this.#world(id);
    const end = endOf(kept);
    if (end !== after) throw new Conflict(`the history of ${id} ends at ${end}, not at ${after}`);
    for (const commit of commits) kept.commits.push(commit);
  }

  async *read(id: WorldId, after: Position, upTo: Position = Number.POSITIVE_INFINITY): AsyncIterable<Commit> {
    const { commits } = this.#world(id);
    for (let i = indexAfter(commits, after); i < commits.length; i += 1) {
      const commit = commits[i];
      if (commit === undefined || commit.first > upTo) return;
      yield commit;
    }
  }

  async snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    const { snapshots } = this.#world(id);
    return structuredClone(snapshots.findLast(({ position }) => position <= atOrBefore) ?? null);
  }

  async saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    const kept = this.#world(id);
    const others = kept.snapshots.filter(({ position }) => position !== snapshot.position);
    kept.snapshots = [...others, structuredClone(snapshot)].sort((a, b) => a.position - b.position);
  }

  async close(): Promise<void> {
    this.#kept = undefined;
  }

  get #worlds(): Map<WorldId, KeptWorld> {
    if (this.#kept === undefined) throw new Error("the store is closed");
    return this.#kept;
  }

  #world(id: WorldId): KeptWorld {
    const kept = this.#worlds.get(id);
    if (kept === undefined) throw new UnknownWorld(`there is no world ${id}`);
    return kept;
  }
}

function endOf({ commits }: KeptWorld): Position {
  const last = commits.at(-1);
  return last === undefined ? 0 : lastPosition(last);
}

/** The index of the first commit that has an event after a position, found by halving. */
function indexAfter(commits: readonly Commit[], after: Position): number {
  let low = 0;
  let high = commits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const commit = commits[middle];
    if (commit !== undefined && lastPosition(commit) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
