import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import { Conflict, type WorldId } from "../world-store.ts";
import type { Disk } from "./disk.ts";

/** Allowed ids, since an id becomes the name of a folder. */
export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Temporary names. An older Saldo renamed a folder to `.deleted` while its world was still listed. */
const unfinished = /^[A-Za-z0-9_-]{1,64}\.(new|deleted|removed)$/;

/** The folder with the worlds' folders. Only the catalogue says which worlds exist. */
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

  /** Returns the path where a world is made. It gets its own name when it is listed. */
  beingMade(id: WorldId): string {
    return join(this.path, `${id}.new`);
  }

  /** Returns the path that marks a world as deleted, even if the disk still lists it. */
  removed(id: WorldId): string {
    return join(this.path, `${id}.removed`);
  }

  async hasAny(): Promise<boolean> {
    return (await this.#disk.readdir(this.path)).some((name) => !unfinished.test(name));
  }

  /** Makes room for a world that is not listed. Rejects with `Conflict` if somebody has put a folder there. */
  async clear(id: WorldId): Promise<void> {
    if (!idPattern.test(id)) {
      throw new RangeError(`${JSON.stringify(id)} cannot be the id of a world: it must match ${idPattern}`);
    }
    const names = await this.#disk.readdir(this.path);
    if (names.includes(id)) throw new Conflict(`${this.of(id)} is there, though no such world is listed`);
    for (const name of [`${id}.new`, `${id}.deleted`, `${id}.removed`]) await this.#disk.remove(join(this.path, name));
  }

  /** Removes the folder of a deleted world. If the disk fails, the next startup removes the rest. */
  async remove(path: string): Promise<void> {
    await this.#disk.remove(path).catch(() => {});
  }

  /** Removes the content of a deleted world's folder, but not the folder, which marks the world as deleted. */
  async empty(id: WorldId): Promise<void> {
    const path = this.removed(id);
    try {
      for (const name of await this.#disk.readdir(path)) await this.#disk.remove(join(path, name));
    } catch {
      // The rest takes space but does no harm. The next startup removes it.
    }
  }

  /** Returns the listed worlds that were deleted although the list could not be written again. */
  async deleted(ids: readonly WorldId[]): Promise<readonly WorldId[]> {
    const names = new Set(await this.#disk.readdir(this.path));
    return ids.filter((id) => names.has(`${id}.removed`) && !names.has(id) && !names.has(`${id}.new`));
  }

  /** Returns the path of a listed world, even while another process renames it. */
  async locate(id: WorldId): Promise<string> {
    return join(this.path, this.#find(new Set(await this.#disk.readdir(this.path)), id));
  }

  /** Returns the name of a listed world's folder, whatever was under way when its process ended. */
  #find(names: ReadonlySet<string>, id: WorldId): string {
    if (names.has(id)) return id;
    const [found, other] = [`${id}.new`, `${id}.deleted`].filter((name) => names.has(name));
    if (found === undefined) throw new Damaged(this.of(id), null, "the folder of this world is not there");
    if (other === undefined) return found;
    throw new Damaged(this.of(id), null, `of this world there is ${found} as well as ${other}`);
  }

  /**
   * Completes interrupted work: listed worlds get their names back, and half-made or half-removed ones are removed.
   * After a power loss the next startup does it again.
   */
  async tidy(ids: readonly WorldId[], onNotice: (text: string) => void): Promise<void> {
    const names = new Set(await this.#disk.readdir(this.path));
    const found = new Map(ids.map((id) => [this.#find(names, id), id]));
    for (const [name, id] of found) {
      if (name !== id) await this.#disk.rename(join(this.path, name), this.of(id));
    }
    for (const name of names) {
      if (found.has(name)) continue;
      const path = join(this.path, name);
      if (unfinished.test(name)) await this.#disk.remove(path);
      else onNotice(`${path}: no world of that name is listed; it was left as it is`);
    }
  }
}
