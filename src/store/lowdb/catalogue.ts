import { join } from "node:path";
import { Low } from "lowdb";
import type { Content } from "../sealed.ts";
import { parseOrigin } from "../world-origin.ts";
import { type WorldEntry, type WorldId, WriteFailed } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { DurableDocument } from "./durable-document.ts";
import { WorkQueue } from "./work-queue.ts";
import { idPattern } from "./worlds-folder.ts";

export const catalogueFile = "saldo.json";

interface Listed {
  readonly worlds: readonly WorldEntry[];
}

interface Change {
  readonly worldId: WorldId;
  /** The added entry; null if the entry is removed. */
  readonly entry: WorldEntry | null;
}

/**
 * The document that lists the worlds. A world exists once its entry is on disk. A world is deleted before its entry is
 * removed, so that a full disk cannot prevent deletion.
 */
export class Catalogue {
  readonly #low: Low<Listed>;
  readonly #queue = new WorkQueue();
  #worlds: readonly WorldEntry[] = [];
  #byId: ReadonlyMap<WorldId, WorldEntry> = new Map();
  #gathering: Change[] = [];
  #next: Promise<void> | undefined;
  /** The worlds whose entries may differ on disk, because a write failed. */
  readonly #inDoubt = new Set<WorldId>();

  private constructor(low: Low<Listed>, worlds: readonly WorldEntry[]) {
    this.#low = low;
    this.#list(worlds);
  }

  /** Reads the catalogue; null if there is none. */
  static async open(disk: Disk, folder: string): Promise<Catalogue | null> {
    const low = new Low(documentOf(disk, folder), { worlds: [] });
    const nothing = low.data;
    await low.read();
    return low.data === nothing ? null : new Catalogue(low, low.data.worlds);
  }

  static async create(disk: Disk, folder: string): Promise<Catalogue> {
    const low = new Low(documentOf(disk, folder), { worlds: [] });
    await low.write();
    return new Catalogue(low, []);
  }

  get worlds(): readonly WorldEntry[] {
    return this.#worlds;
  }

  entry(id: WorldId): WorldEntry | null {
    return this.#byId.get(id) ?? null;
  }

  /** Returns whether the disk certainly has the same entry of a world, or certainly has none. */
  isCertain(id: WorldId): boolean {
    return !this.#inDoubt.has(id);
  }

  add(entry: WorldEntry): Promise<void> {
    return this.#change({ worldId: entry.worldId, entry });
  }

  /** Removes the entry of a deleted world. Never rejects: after a failed write, the next write removes the entry. */
  async remove(worldId: WorldId): Promise<void> {
    await this.#change({ worldId, entry: null }).catch(() => {});
  }

  /** Resolves when the entry of a world, or by default every entry, is certain. Rejects with `WriteFailed`. */
  async whenCertain(id?: WorldId): Promise<void> {
    const isCertain = () => (id === undefined ? this.#inDoubt.size === 0 : this.isCertain(id));
    if (isCertain()) return;
    await this.#queue.add(async () => {
      if (!isCertain()) await this.#write([]);
    });
  }

  /** Changes during a write gather and are written together after it: they succeed or fail together. */
  #change(change: Change): Promise<void> {
    this.#gathering.push(change);
    this.#next ??= this.#queue.add(() => {
      this.#next = undefined;
      return this.#write(this.#gathering.splice(0));
    });
    return this.#next;
  }

  async #write(changes: readonly Change[]): Promise<void> {
    const worlds = changes.reduce(changed, this.#worlds);
    this.#low.data = { worlds };
    try {
      await this.#low.write();
    } catch (cause) {
      for (const { worldId } of changes) this.#inDoubt.add(worldId);
      this.#list(changes.filter(({ entry }) => entry === null).reduce(changed, this.#worlds));
      // `whenCertain` tries this again.
      if (changes.length > 0) await this.#write([]).catch(() => {});
      throw new WriteFailed("the list of the worlds could not be written", { cause });
    }
    this.#list(worlds);
    this.#inDoubt.clear();
  }

  #list(worlds: readonly WorldEntry[]): void {
    this.#worlds = worlds;
    this.#byId = new Map(worlds.map((entry) => [entry.worldId, entry]));
  }
}

function changed(worlds: readonly WorldEntry[], { worldId, entry }: Change): readonly WorldEntry[] {
  return entry === null ? worlds.filter((one) => one.worldId !== worldId) : [...worlds, entry];
}

function documentOf(disk: Disk, folder: string): DurableDocument<Listed> {
  return new DurableDocument(disk, join(folder, catalogueFile), parseListed);
}

function parseListed({ worlds }: Content): Listed | null {
  if (!Array.isArray(worlds)) return null;
  const entries = worlds.map(parseEntry).filter((entry) => entry !== null);
  return entries.length === worlds.length ? { worlds: entries } : null;
}

function parseEntry(value: unknown): WorldEntry | null {
  const { worldId, fixture, createdAt, beginning, origin }: Content = Object(value);
  if (typeof worldId !== "string" || !idPattern.test(worldId) || typeof fixture !== "string") return null;
  if (typeof createdAt !== "number" || typeof beginning !== "number") return null;
  const parsedOrigin = parseOrigin(origin);
  return { worldId, fixture, createdAt, beginning, ...(parsedOrigin && { origin: parsedOrigin }) };
}
