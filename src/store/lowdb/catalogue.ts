import { join } from "node:path";
import { Low } from "lowdb";
import { parseOrigin } from "../world-origin.ts";
import { type WorldEntry, type WorldId, WriteFailed } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { DurableDocument } from "./durable-document.ts";
import type { Content } from "./sealed.ts";
import { Turns } from "./turns.ts";
import { idPattern } from "./worlds-folder.ts";

export const catalogueFile = "saldo.json";

interface Listed {
  readonly worlds: readonly WorldEntry[];
}

/** The document that lists the worlds. That an entry is in it, or gone from it, is what makes and deletes a world. */
export class Catalogue {
  readonly #low: Low<Listed>;
  readonly #turns = new Turns();
  #worlds: readonly WorldEntry[];
  #gathering: ((worlds: readonly WorldEntry[]) => readonly WorldEntry[])[] = [];
  #next: Promise<void> | undefined;
  #isUncertain = false;

  private constructor(low: Low<Listed>, worlds: readonly WorldEntry[]) {
    this.#low = low;
    this.#worlds = worlds;
  }

  /** Null when there is none. */
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

  /** Whether a write has failed so that the disk may list other worlds than this does. */
  get isUncertain(): boolean {
    return this.#isUncertain;
  }

  add(entry: WorldEntry): Promise<void> {
    return this.#change((worlds) => [...worlds, entry]);
  }

  remove(id: WorldId): Promise<void> {
    return this.#change((worlds) => worlds.filter(({ worldId }) => worldId !== id));
  }

  /** Resolves when the disk lists the same worlds as this does, or rejects with `WriteFailed`. */
  async whenCertain(): Promise<void> {
    if (!this.#isUncertain) return;
    await this.#turns.take(async () => {
      if (this.#isUncertain) await this.#write(this.#worlds);
    });
  }

  /** While one write is under way the next changes gather and go together: kept or refused together. */
  #change(change: (worlds: readonly WorldEntry[]) => readonly WorldEntry[]): Promise<void> {
    this.#gathering.push(change);
    this.#next ??= this.#turns.take(() => {
      this.#next = undefined;
      return this.#write(this.#gathering.splice(0).reduce((worlds, one) => one(worlds), this.#worlds));
    });
    return this.#next;
  }

  async #write(worlds: readonly WorldEntry[]): Promise<void> {
    this.#low.data = { worlds };
    try {
      await this.#low.write();
    } catch (cause) {
      this.#isUncertain = true;
      await this.#goBack();
      throw new WriteFailed("the list of the worlds could not be written", { cause });
    }
    this.#worlds = worlds;
    this.#isUncertain = false;
  }

  async #goBack(): Promise<void> {
    this.#low.data = { worlds: this.#worlds };
    try {
      await this.#low.write();
      this.#isUncertain = false;
    } catch {
      // `whenCertain` tries again.
    }
  }
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
