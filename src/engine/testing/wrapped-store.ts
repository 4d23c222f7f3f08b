import type { Commit, Position, Snapshot, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";

/** A keeper that leaves everything to another one: the ground for those that misbehave in one way. */
export class WrappedStore implements WorldStore {
  readonly inner: WorldStore;

  constructor(inner: WorldStore) {
    this.inner = inner;
  }

  list(): Promise<readonly WorldEntry[]> {
    return this.inner.list();
  }

  create(entry: WorldEntry, commits: readonly Commit[]): Promise<void> {
    return this.inner.create(entry, commits);
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
