import { basename } from "node:path";
import {
  type Commit,
  Conflict,
  type Position,
  type Snapshot,
  UnknownWorld,
  type WorldEntry,
  type WorldId,
  type WorldStore,
  WriteFailed,
} from "../world-store.ts";
import type { Catalogue } from "./catalogue.ts";
import { openDataFolder } from "./data-folder.ts";
import { type Disk, realDisk } from "./disk.ts";
import { LowdbReader } from "./lowdb-reader.ts";
import { OpenJournals } from "./open-journals.ts";
import { snapshotFile } from "./snapshot-folder.ts";
import { type FolderSurroundings, WorldFolder } from "./world-folder.ts";
import type { WorldsFolder } from "./worlds-folder.ts";

export interface LowdbOptions {
  /**
   * `read` changes nothing on disk, and `snapshots` nothing but snapshots: another process may have the folder open to
   * write to it meanwhile. Whatever else is asked of those is refused.
   */
  readonly mode?: "write" | "read" | "snapshots";
  readonly disk?: Disk;
  /** Is told in a sentence what was found at the start that somebody should know. */
  readonly onNotice?: (text: string) => void;
  /** How long a file of a journal may be before the next one is begun. */
  readonly segmentBytes?: number;
}

const mebibyte = 1024 * 1024;
/** Of the files that are written to. Some systems allow no more than 256 in all. */
const openFiles = 64;
/** How many worlds are opened at a time. */
const lanes = 8;

/** So that looking for removed journals takes a few milliseconds, however many worlds there are. */
const MAX_WORLDS_PER_LOOK = 200;

/**
 * Keeps worlds in a folder: lowdb documents for the list of the worlds and for snapshots, and a journal for each world's
 * history. Whoever opens it to write sees to it that no other process does.
 *
 * A journal is looked through at the start, and damage refuses the start. A snapshot is looked at when it is read;
 * `snapshot` rejects with `Damaged` then. At the start it need only be there: where history has been forgotten, a
 * snapshot that stands for it must be.
 */
export class LowdbStore implements WorldStore {
  readonly #surroundings: FolderSurroundings;
  readonly #catalogue: Catalogue;
  readonly #folder: WorldsFolder;
  readonly #worlds = new Map<WorldId, WorldFolder>();
  /** Worlds that are being made or deleted, with the end of it. */
  readonly #changing = new Map<WorldId, Promise<unknown>>();
  /** Worlds whose deletion has failed, so that on disk their folders may have the name of a deleted one. */
  readonly #misnamed = new Set<WorldId>();
  readonly #underWay = new Set<Promise<unknown>>();
  /** How many of the worlds were looked at for journals that somebody has removed, in this round. */
  #lookedAt = 0;
  #isClosed = false;

  private constructor(surroundings: FolderSurroundings, catalogue: Catalogue, folder: WorldsFolder) {
    this.#surroundings = surroundings;
    this.#catalogue = catalogue;
    this.#folder = folder;
  }

  static async open(folder: string, options: LowdbOptions = {}): Promise<WorldStore> {
    const { mode = "write", disk = realDisk } = options;
    if (mode === "write") return LowdbStore.openToWrite(folder, options);
    return LowdbReader.open(disk, folder, mode === "snapshots");
  }

  static async openToWrite(folder: string, options: Omit<LowdbOptions, "mode"> = {}): Promise<LowdbStore> {
    const { disk = realDisk, onNotice = () => {}, segmentBytes = 8 * mebibyte } = options;
    const { catalogue, worlds } = await openDataFolder(disk, folder);
    const surroundings = { disk, onNotice, segmentBytes, openJournals: new OpenJournals(openFiles) };
    const store = new LowdbStore(surroundings, catalogue, worlds);
    const ids = catalogue.worlds.map(({ worldId }) => worldId);
    await worlds.tidy(ids, onNotice);
    const queue = ids.values();
    await Promise.all(Array.from({ length: lanes }, () => store.#openWorlds(queue)));
    return store;
  }

  list(): Promise<readonly WorldEntry[]> {
    return this.#do(async () => {
      await this.#catalogue.whenCertain();
      return this.#catalogue.worlds;
    });
  }

  create(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void> {
    const copy = "position" in beginning ? beginning : [...beginning];
    return this.#do(() => this.#change(entry.worldId, () => this.#create(entry, copy)));
  }

  delete(id: WorldId): Promise<void> {
    return this.#do(() => this.#change(id, () => this.#delete(id)));
  }

  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    const copy = [...commits];
    return this.#with(id, ({ journal }) => journal.append(after, copy));
  }

  async *read(id: WorldId, after: Position, upTo: Position = Number.POSITIVE_INFINITY): AsyncGenerator<Commit> {
    const { journal } = await this.#with(id, async (world) => world);
    yield* journal.read(after, upTo);
  }

  horizon(id: WorldId): Promise<Position> {
    return this.#with(id, async ({ journal }) => journal.horizon);
  }

  nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    return this.#with(id, async ({ journal }) => journal.nextHorizon(upTo));
  }

  forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    const copy = new Set(keep);
    return this.#with(id, (world) => world.forget(upTo, copy));
  }

  snapshots(id: WorldId): Promise<readonly Position[]> {
    return this.#with(id, (world) => world.snapshots());
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return snapshotFile(this.#folder.of(id), position);
  }

  snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    return this.#with(id, (world) => world.snapshot(atOrBefore));
  }

  saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    return this.#with(id, (world) => world.saveSnapshot(snapshot));
  }

  /**
   * The path of a world's folder or journal that somebody has removed; null while all are there. Of more than
   * `MAX_WORLDS_PER_LOOK` worlds, the journals that are not open are looked for over several calls. Rejects when that
   * cannot be known.
   */
  async removedPath(): Promise<string | null> {
    const path =
      (await this.#removedFolder()) ??
      (await this.#surroundings.openJournals.removedPath()) ??
      (await this.#removedJournal());
    // Whoever has closed it may remove it.
    return this.#isClosed ? null : path;
  }

  async #removedFolder(): Promise<string | null> {
    const { disk } = this.#surroundings;
    const before = [...this.#worlds].map(([id, { path }]) => [id, path] as const);
    if (!(await disk.isThere(this.#folder.path))) return this.#folder.path;
    const names = new Set(await disk.readdir(this.#folder.path));
    for (const [id, path] of before) {
      if (names.has(basename(path)) || (await disk.isThere(path))) continue;
      // It may have been deleted or renamed by this process meanwhile.
      if (this.#isSettled(id) && this.#worlds.get(id)?.path === path) return path;
    }
    return null;
  }

  async #removedJournal(): Promise<string | null> {
    const worlds = [...this.#worlds];
    const from = this.#lookedAt < worlds.length ? this.#lookedAt : 0;
    this.#lookedAt = from + MAX_WORLDS_PER_LOOK;
    for (const [id, world] of worlds.slice(from, this.#lookedAt)) {
      const path = this.#isSettled(id) ? await world.journal.removedPath() : null;
      if (path !== null && this.#isSettled(id) && this.#worlds.get(id) === world) return path;
    }
    return null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
    await Promise.all([...this.#worlds.values()].map((world) => world.rest()));
  }

  async #create(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void> {
    const { worldId } = entry;
    if (this.#worlds.has(worldId)) throw new Conflict(`the world ${worldId} exists already`);
    const path = this.#folder.beingMade(worldId);
    try {
      await this.#folder.clear(worldId);
      const world = await WorldFolder.create(this.#surroundings, path, worldId, beginning);
      await this.#catalogue.add(entry);
      this.#worlds.set(worldId, world);
    } catch (cause) {
      // If the disk may list it, it must be there.
      if (this.#catalogue.isCertain(worldId)) await this.#folder.remove(path);
      throw notWritten(worldId, cause);
    }
    // It is made. If it cannot have its name now, it gets it at the next start.
    await this.#worlds
      .get(worldId)
      ?.moveTo(this.#folder.of(worldId))
      .catch(() => {});
  }

  async #delete(id: WorldId): Promise<void> {
    const world = this.#worlds.get(id);
    if (world === undefined) return;
    await world.rest();
    const path = this.#folder.removed(id);
    try {
      await this.#surroundings.disk.remove(path);
      // The new name deletes the world. It takes neither space nor an inode, of which there may be none left.
      await world.moveTo(path);
    } catch (cause) {
      this.#misnamed.add(id);
      await this.#nameAgain(id).catch(() => {});
      throw notWritten(id, cause);
    }
    this.#worlds.delete(id);
    // First, for the list needs space to be written.
    await this.#folder.empty(id);
    await this.#catalogue.remove(id);
    // Where the disk still lists the world, the folder says that it is deleted.
    if (this.#catalogue.isCertain(id)) await this.#folder.remove(path);
  }

  /** Gives a world that could not be deleted its name back, for good. */
  async #nameAgain(id: WorldId): Promise<void> {
    await this.#worlds.get(id)?.moveTo(this.#folder.of(id));
    this.#misnamed.delete(id);
  }

  async #openWorlds(ids: Iterable<WorldId>): Promise<void> {
    for (const id of ids) {
      this.#worlds.set(id, await WorldFolder.open(this.#surroundings, this.#folder.of(id), id));
    }
  }

  /** Makes or deletes a world, when an earlier such work with the same one has ended. */
  async #change(id: WorldId, work: () => Promise<void>): Promise<void> {
    const before = this.#changing.get(id);
    const change = (async () => {
      await before;
      await this.#settle(id);
      await work();
    })();
    const over = change.catch(() => {});
    this.#changing.set(id, over);
    try {
      await change;
    } finally {
      if (this.#changing.get(id) === over) this.#changing.delete(id);
    }
  }

  /** Works with a world: at once, unless it is not settled whether it is there. */
  #with<T>(id: WorldId, work: (world: WorldFolder) => Promise<T>): Promise<T> {
    return this.#do(async () => {
      while (!this.#isSettled(id)) {
        const changing = this.#changing.get(id);
        await (changing ?? this.#change(id, async () => {}));
      }
      const world = this.#worlds.get(id);
      if (world === undefined) throw new UnknownWorld(`there is no world ${id}`);
      return work(world);
    });
  }

  #isSettled(id: WorldId): boolean {
    return !this.#changing.has(id) && !this.#misnamed.has(id) && this.#catalogue.isCertain(id);
  }

  /** Ends the doubt whether a world is there. Other worlds have nothing to do with it. */
  async #settle(id: WorldId): Promise<void> {
    await this.#catalogue.whenCertain(id);
    if (!this.#misnamed.has(id)) return;
    await this.#nameAgain(id).catch((cause: unknown) => {
      throw notWritten(id, cause);
    });
  }

  #do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error("the store is closed"));
    const done = work();
    this.#underWay.add(done);
    const over = () => this.#underWay.delete(done);
    done.then(over, over);
    return done;
  }
}

function notWritten(id: WorldId, cause: unknown): Error {
  if (cause instanceof Conflict || cause instanceof RangeError || cause instanceof WriteFailed) return cause;
  return new WriteFailed(`the folder of ${id} could not be written`, { cause });
}
