import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import { Conflict, type WorldId } from "../world-store.ts";
import type { Disk } from "./disk.ts";

/** An id becomes the name of a folder. */
export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Names that no world has for good. An older Saldo renamed a folder to `.deleted` while its world was still listed. */
const unfinished = /^[A-Za-z0-9_-]{1,64}\.(new|deleted|removed)$/;

/** The folder with those of the worlds. The catalogue alone says which worlds there are. */
export class WorldsFolder {
  readonly path: string;
  readonly #disk: Disk;

  constructor(disk: Disk, dataFolder: string) {
    this.#disk = disk;
    this.path = join(dataFolder, "worlds");
  }

  of(id: WorldId): string {
    return join(this.path, id);
  }

  /** Where a world is made: it gets its own name when it is listed. */
  beingMade(id: WorldId): string {
    return join(this.path, `${id}.new`);
  }

  /** The name that deletes a world: what is there is no world, even if the disk still lists it. */
  removed(id: WorldId): string {
    return join(this.path, `${id}.removed`);
  }

  async hasAny(): Promise<boolean> {
    return (await this.#disk.readdir(this.path)).some((name) => !unfinished.test(name));
  }

  /** Makes room for a world that is not listed. Rejects with `Conflict` when somebody has put a folder there. */
  async clear(id: WorldId): Promise<void> {
    if (!idPattern.test(id)) {
      throw new RangeError(`${JSON.stringify(id)} cannot be the id of a world: it must match ${idPattern}`);
    }
    const names = await this.#disk.readdir(this.path);
    if (names.includes(id)) throw new Conflict(`${this.of(id)} is there, though no such world is listed`);
    for (const name of [`${id}.new`, `${id}.deleted`, `${id}.removed`]) await this.#disk.remove(join(this.path, name));
  }

  /** Removes what is no world any more. What stays because the disk fails is removed at the next start. */
  async remove(path: string): Promise<void> {
    await this.#disk.remove(path).catch(() => {});
  }

  /** Removes what is in the folder of a deleted world, but not the folder, which says that the world is deleted. */
  async empty(id: WorldId): Promise<void> {
    const path = this.removed(id);
    try {
      for (const name of await this.#disk.readdir(path)) await this.#disk.remove(join(path, name));
    } catch {
      // What stays takes space, but is in nobody's way. The next start removes it.
    }
  }

  /** Those of the listed worlds that were deleted although the list could not be written again. */
  async deleted(ids: readonly WorldId[]): Promise<readonly WorldId[]> {
    const names = new Set(await this.#disk.readdir(this.path));
    return ids.filter((id) => names.has(`${id}.removed`) && !names.has(id) && !names.has(`${id}.new`));
  }

  /** Where a listed world is now, even if another process is renaming it. */
  async locate(id: WorldId): Promise<string> {
    return this.#find(await this.#disk.readdir(this.path), id);
  }

  /** Where a listed world is, whatever was under way when its process ended. */
  #find(names: readonly string[], id: WorldId): string {
    const [found, other] = [id, `${id}.new`, `${id}.deleted`].filter((name) => names.includes(name));
    if (found === undefined) throw new Damaged(this.of(id), null, "the folder of this world is not there");
    if (found !== id && other !== undefined) {
      throw new Damaged(this.of(id), null, `of this world there is ${found} as well as ${other}`);
    }
    return join(this.path, found);
  }

  /**
   * Ends what was under way: listed worlds get their names back, and what was half made or half removed is removed. If
   * the power fails then, the next start does it again.
   */
  async tidy(ids: readonly WorldId[], onNotice: (text: string) => void): Promise<void> {
    const names = await this.#disk.readdir(this.path);
    const found = new Map(ids.map((id) => [this.#find(names, id), id]));
    for (const [path, id] of found) if (path !== this.of(id)) await this.#disk.rename(path, this.of(id));
    for (const name of names) {
      const path = join(this.path, name);
      if (found.has(path)) continue;
      if (unfinished.test(name)) await this.#disk.remove(path);
      else onNotice(`${path}: no world of that name is listed; it was left as it is`);
    }
  }
}
