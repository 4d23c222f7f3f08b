import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import { Conflict, type WorldId } from "../world-store.ts";
import type { Disk } from "./disk.ts";

/** An id becomes the name of a folder. */
export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** A folder that is being made is not a world yet, and one that is being removed may be no world any more. */
const unfinished = /^[A-Za-z0-9_-]{1,64}\.(new|deleted)$/;

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

  /** Where a world goes before it is no longer listed. */
  beingDeleted(id: WorldId): string {
    return join(this.path, `${id}.deleted`);
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
    await this.#disk.removeFolder(this.beingMade(id));
    await this.#disk.removeFolder(this.beingDeleted(id));
  }

  /** Removes what is no world any more. What stays because the disk fails is removed at the next start. */
  async remove(path: string): Promise<void> {
    await this.#disk.removeFolder(path).catch(() => {});
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
      if (unfinished.test(name)) await this.#disk.removeFolder(path);
      else onNotice(`${path}: no world of that name is listed; it was left as it is`);
    }
  }
}
