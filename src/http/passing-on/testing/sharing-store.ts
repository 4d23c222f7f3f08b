import { randomUUID } from "node:crypto";
import { ALONE } from "../../../engine/testing/alone.ts";
import { WrappedStore } from "../../../engine/testing/wrapped-store.ts";
import { MemoryStore } from "../../../store/memory-store.ts";
import type { Peer, Sharing } from "../../../store/sharing.ts";
import {
  type Beginning,
  type Directory,
  type NewWorld,
  OwnedElsewhere,
  type WorldEntry,
  type WorldId,
} from "../../../store/world-store.ts";

interface KeyedEntry {
  readonly entry: WorldEntry;
  readonly companyId: string;
}

/** What several processes share in the tests. */
export class SharedWorlds {
  readonly memory = new MemoryStore();
  readonly keys = new Map<string, KeyedEntry>();
}

/** The store of one of several processes. A world that the process does not have in memory belongs to whom the test says. */
export class SharingStore extends WrappedStore {
  readonly sharing: Sharing = { ...ALONE, token: randomUUID(), peers: () => this.others };
  others: readonly Peer[] = [];
  /** Is called at each look for a world. Null: this process takes the world. */
  owner: () => Peer | null = () => null;
  looks = 0;
  readonly #shared: SharedWorlds;

  constructor(shared: SharedWorlds) {
    super(shared.memory);
    this.#shared = shared;
  }

  readonly directory: Directory = {
    list: async () => [],
    takeDue: async () => [],
    find: async (digest) => this.#found(this.#shared.keys.get(digest)) ?? null,
    entry: async (id) => this.#found(this.#keyed(id))?.entry ?? null,
  };

  override async list(): Promise<readonly WorldEntry[]> {
    return [];
  }

  override async create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void> {
    await super.create(entry, beginning, made);
    for (const { digest, companyId } of made?.keys ?? []) this.#shared.keys.set(digest, { entry, companyId });
  }

  override async delete(id: WorldId): Promise<void> {
    await super.delete(id);
    for (const [digest, { entry }] of this.#shared.keys) if (entry.worldId === id) this.#shared.keys.delete(digest);
  }

  override async close(): Promise<void> {}

  #keyed(id: WorldId): KeyedEntry | undefined {
    return Array.from(this.#shared.keys.values()).find(({ entry }) => entry.worldId === id);
  }

  #found(keyed: KeyedEntry | undefined): KeyedEntry | undefined {
    if (keyed === undefined) return undefined;
    this.looks += 1;
    const owner = this.owner();
    if (owner !== null) throw new OwnedElsewhere(keyed.entry.worldId, owner);
    return keyed;
  }
}
