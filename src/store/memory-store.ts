import { jsonSteps, parseInSlices } from "../slices/large-json.ts";
import { stepByStep } from "../slices/step-by-step.ts";
import { PackedHistory } from "./packed-history.ts";
import { assertReplaceable, endAfter } from "./succession.ts";
import {
  type Beginning,
  type Commit,
  Conflict,
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
  readonly commits: PackedHistory;
  snapshots: Snapshot[];
}

/** Keeps worlds while the process lives, for tests and CI jobs. */
export class MemoryStore implements WorldStore {
  #kept: Map<WorldId, KeptWorld> | undefined = new Map();

  async list(): Promise<readonly WorldEntry[]> {
    return [...this.#worlds.values()].map(({ entry }) => entry);
  }

  async create(entry: WorldEntry, beginning: Beginning): Promise<void> {
    const { worldId } = entry;
    this.#assertFree(worldId);
    const kept = "position" in beginning ? await beganFrom(entry, beginning) : await beganWith(entry, beginning);
    this.#assertFree(worldId);
    this.#worlds.set(worldId, kept);
  }

  async delete(id: WorldId): Promise<void> {
    this.#worlds.delete(id);
  }

  async append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    this.appendNow(id, after, commits);
  }

  appendNow(id: WorldId, after: Position, commits: readonly Commit[]): void {
    const kept = this.#world(id);
    endAfter(id, kept.commits.end ?? kept.horizon, after, commits);
    for (const commit of commits) kept.commits.push(commit);
  }

  async *read(id: WorldId, after: Position, upTo: Position = Number.POSITIVE_INFINITY): AsyncIterable<Commit> {
    for (const commit of this.#world(id).commits.after(after)) {
      if (commit.first > upTo) return;
      yield commit;
    }
  }

  async horizon(id: WorldId): Promise<Position> {
    return this.#world(id).horizon;
  }

  async nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    const { commits, horizon } = this.#world(id);
    return commits.lastEnd(upTo) ?? horizon;
  }

  async forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    const kept = this.#world(id);
    if (upTo !== (await this.nextHorizon(id, upTo))) throw new RangeError(`${upTo} cannot be the horizon of ${id}`);
    assertReplaceable(id, upTo, await this.snapshots(id), keep);
    kept.commits.forget(upTo);
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
    return found === undefined ? null : { ...found, state: await copyOf(found.state) };
  }

  async saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    const kept = this.#world(id);
    const others = kept.snapshots.filter(({ position }) => position !== snapshot.position);
    kept.snapshots = [...others, snapshot].sort((a, b) => a.position - b.position);
  }

  async close(): Promise<void> {
    this.#kept = undefined;
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
    if (kept === undefined) throw new UnknownWorld(id);
    return kept;
  }
}

async function beganWith(entry: WorldEntry, commits: Iterable<Commit>): Promise<KeptWorld> {
  if (commits instanceof PackedHistory) return { entry, horizon: 0, commits, snapshots: [] };
  const list = [...commits];
  endAfter(entry.worldId, 0, 0, list);
  const history = await stepByStep(PackedHistory.beginningWith(list));
  return { entry, horizon: 0, commits: history, snapshots: [] };
}

async function beganFrom(entry: WorldEntry, snapshot: Snapshot): Promise<KeptWorld> {
  const base = { ...snapshot, state: await copyOf(snapshot.state) };
  return { entry, horizon: base.position, commits: new PackedHistory(), snapshots: [base] };
}

/** `structuredClone` of 100,000 charges would block the process for 0.3 s. */
function copyOf(state: unknown): Promise<unknown> {
  return parseInSlices(jsonSteps(state));
}
