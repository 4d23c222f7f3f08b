import { stepByStep } from "./step-by-step.ts";
import { assertReplaceable, endAfter } from "./succession.ts";
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
  /** The position after which the commits begin. */
  horizon: Position;
  commits: Commit[];
  snapshots: Snapshot[];
}

/** Keeps worlds while the process lives, for tests and CI jobs. */
export class MemoryStore implements WorldStore {
  #kept: Map<WorldId, KeptWorld> | undefined = new Map();

  async list(): Promise<readonly WorldEntry[]> {
    return [...this.#worlds.values()].map(({ entry }) => entry);
  }

  async create(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void> {
    if ("position" in beginning) return this.#createFrom(entry, beginning);
    this.#assertFree(entry.worldId);
    endAfter(entry.worldId, 0, 0, beginning);
    this.#worlds.set(entry.worldId, { entry, horizon: 0, commits: [...beginning], snapshots: [] });
  }

  async delete(id: WorldId): Promise<void> {
    this.#worlds.delete(id);
  }

  async append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    const kept = this.#world(id);
    endAfter(id, endOf(kept), after, commits);
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

  async horizon(id: WorldId): Promise<Position> {
    return this.#world(id).horizon;
  }

  async nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    const { commits, horizon } = this.#world(id);
    const last = commits[indexAfter(commits, upTo) - 1];
    return last === undefined ? horizon : lastPosition(last);
  }

  async forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    const kept = this.#world(id);
    if (upTo !== (await this.nextHorizon(id, upTo))) throw new RangeError(`${upTo} cannot be the horizon of ${id}`);
    assertReplaceable(id, upTo, await this.snapshots(id), keep);
    // A new list, since a reading may still use the old one.
    kept.commits = kept.commits.slice(indexAfter(kept.commits, upTo));
    kept.horizon = upTo;
    kept.snapshots = kept.snapshots.filter(({ position }) => keep.has(position));
  }

  async snapshots(id: WorldId): Promise<readonly Position[]> {
    return this.#world(id).snapshots.map(({ position }) => position);
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return `the memory of this process, world ${id}, position ${position}`;
  }

  async snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    const { snapshots } = this.#world(id);
    const found = snapshots.findLast(({ position }) => position <= atOrBefore);
    return found === undefined ? null : { ...found, state: await stepByStep(copied(found.state)) };
  }

  async saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    const kept = this.#world(id);
    const others = kept.snapshots.filter(({ position }) => position !== snapshot.position);
    kept.snapshots = [...others, snapshot].sort((a, b) => a.position - b.position);
  }

  async close(): Promise<void> {
    this.#kept = undefined;
  }

  async #createFrom(entry: WorldEntry, beginning: Snapshot): Promise<void> {
    const base = { ...beginning, state: await stepByStep(copied(beginning.state)) };
    this.#assertFree(entry.worldId);
    this.#worlds.set(entry.worldId, { entry, horizon: base.position, commits: [], snapshots: [base] });
  }

  #assertFree(id: WorldId): void {
    if (this.#worlds.has(id)) throw new Conflict(`the world ${id} exists already`);
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

function endOf({ commits, horizon }: KeptWorld): Position {
  const last = commits.at(-1);
  return last === undefined ? horizon : lastPosition(last);
}

/** Returns the index of the first commit with an event after a position, by binary search. */
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

/** Copies JSON deeply in short steps: `structuredClone` of 100,000 charges would block the process for 0.3 s. */
export function* copied(value: unknown): Generator<void, unknown> {
  if (typeof value !== "object" || value === null) return value;
  yield;
  const parts: [name: string, part: unknown][] = [];
  for (const [name, part] of Object.entries(value)) {
    parts.push([name, typeof part === "object" ? yield* copied(part) : part]);
  }
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}
