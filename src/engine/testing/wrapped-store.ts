import { MemoryStore } from "../../store/memory-store.ts";
import type {
  Beginning,
  Commit,
  NewWorld,
  Position,
  Snapshot,
  WorldEntry,
  WorldId,
  WorldStore,
} from "../../store/world-store.ts";

/** A store that leaves everything to another one: the ground for those that misbehave in one way. */
export class WrappedStore implements WorldStore {
  readonly inner: WorldStore;

  constructor(inner: WorldStore = new MemoryStore()) {
    this.inner = inner;
  }

  list(): Promise<readonly WorldEntry[]> {
    return this.inner.list();
  }

  create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void> {
    return this.inner.create(entry, beginning, made);
  }

  delete(id: WorldId): Promise<void> {
    return this.inner.delete(id);
  }

  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    return this.inner.append(id, after, commits);
  }

  read(id: WorldId, after: Position, upTo?: Position): AsyncIterable<Commit> {
    return this.inner.read(id, after, upTo);
  }

  horizon(id: WorldId): Promise<Position> {
    return this.inner.horizon(id);
  }

  nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    return this.inner.nextHorizon(id, upTo);
  }

  forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    return this.inner.forget(id, upTo, keep);
  }

  snapshots(id: WorldId): Promise<readonly Position[]> {
    return this.inner.snapshots(id);
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return this.inner.snapshotPlace(id, position);
  }

  snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    return this.inner.snapshot(id, atOrBefore);
  }

  saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    return this.inner.saveSnapshot(id, snapshot);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
