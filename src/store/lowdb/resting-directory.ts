import type { Directory, ListedWorld, RestingWorld, WorldEntry, WorldId } from "../world-store.ts";
import type { WorldFolder } from "./world-folder.ts";

/** Finds worlds by what was known of them when they were last put to rest. */
export class RestingDirectory implements Directory {
  readonly #worlds: ReadonlyMap<WorldId, WorldFolder>;
  readonly #putToRest: (id: WorldId, resting: RestingWorld) => Promise<void>;
  /** By digest. A key stays known while its world is open: who opens it may still ask for it. */
  readonly #keys = new Map<string, { readonly world: WorldFolder; readonly companyId: string }>();

  /** `putToRest` resolves when the world is at rest, if it can be. */
  constructor(worlds: ReadonlyMap<WorldId, WorldFolder>, putToRest: RestingDirectory["putToRest"]) {
    this.#worlds = worlds;
    this.#putToRest = putToRest;
    for (const world of worlds.values()) this.#learn(world);
  }

  async list(): Promise<readonly ListedWorld[]> {
    return [...this.#worlds.values()].flatMap(({ entry, resting }) =>
      resting === null ? [] : [{ entry, ...resting }],
    );
  }

  async takeDue(limit: number, now: number): Promise<readonly WorldEntry[]> {
    const isDue = ({ journal, resting }: WorldFolder) =>
      journal === undefined && resting !== null && resting.wakesAt !== null && resting.wakesAt <= now;
    const due = [...this.#worlds.values()].filter(isDue);
    return due.slice(0, limit).map(({ entry }) => entry);
  }

  async find(digest: string): Promise<{ readonly entry: WorldEntry; readonly companyId: string } | null> {
    const key = this.#keys.get(digest);
    if (key === undefined) return null;
    const { world, companyId } = key;
    const { entry } = world;
    // It may have been deleted, and another world may have got its id.
    if (this.#worlds.get(entry.worldId) === world) return { entry, companyId };
    this.#keys.delete(digest);
    return null;
  }

  async entry(id: WorldId): Promise<WorldEntry | null> {
    return this.#worlds.get(id)?.entry ?? null;
  }

  async putToRest(id: WorldId, resting: RestingWorld): Promise<void> {
    await this.#putToRest(id, resting);
    const world = this.#worlds.get(id);
    if (world !== undefined) this.#learn(world);
  }

  #learn(world: WorldFolder): void {
    for (const { digest, companyId } of world.resting?.keys ?? []) this.#keys.set(digest, { world, companyId });
  }
}
