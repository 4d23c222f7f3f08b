import { basename } from "node:path";
import { WorkUnderWay } from "../work-under-way.ts";
import {
  type Beginning,
  type Commit,
  Conflict,
  type Directory,
  type Position,
  type RestingWorld,
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
import { OpenJournals } from "./open-journals.ts";
import { RestingDirectory } from "./resting-directory.ts";
import { RestingNotes } from "./resting-notes.ts";
import { snapshotFile } from "./snapshot-folder.ts";
import { type FolderDependencies, WorldFolder } from "./world-folder.ts";
import type { WorldsFolder } from "./worlds-folder.ts";

export interface LowdbOptions {
  readonly disk?: Disk;
  /** Is called with a message about what was found at startup. */
  readonly onNotice?: (text: string) => void;
  /** Maximum size of a journal's file before the next one is started. */
  readonly segmentBytes?: number;
}

const mebibyte = 1024 * 1024;
/** Maximum open files for writing. Some systems allow only 256 in all. */
const MAX_OPEN_FILES = 64;
/** Maximum worlds opened at the same time. */
const MAX_WORLDS_OPENED_AT_ONCE = 8;

/** Limits the check for removed journals to a few milliseconds, however many worlds there are. */
const MAX_WORLDS_PER_LOOK = 200;

/**
 * Keeps worlds in a folder: lowdb documents for the list of worlds and for snapshots, and a journal for each world's
 * history. Whoever opens it for writing makes sure that no other process does.
 *
 * Journals are checked at startup; a damaged one prevents it. A snapshot is checked when it is read; `snapshot` then
 * rejects with `Damaged`. At startup only those snapshots must exist that replace forgotten history.
 */
export class LowdbStore implements WorldStore {
  readonly directory: Directory;
  readonly #dependencies: FolderDependencies;
  readonly #notes: RestingNotes;
  readonly #catalogue: Catalogue;
  readonly #folder: WorldsFolder;
  /** Those that are open. */
  readonly #worlds = new Map<WorldId, WorldFolder>();
  readonly #opening = new Map<WorldId, Promise<void>>();
  /** Worlds that are being created or deleted, with the end of that work. */
  readonly #changing = new Map<WorldId, Promise<unknown>>();
  /** Worlds whose deletion failed, so that their folders may have the name of a deleted world on disk. */
  readonly #misnamed = new Set<WorldId>();
  readonly #work = new WorkUnderWay();
  /** How many worlds were checked for removed journals in this round. */
  #lookedAt = 0;

  private constructor(
    dependencies: FolderDependencies,
    catalogue: Catalogue,
    folder: WorldsFolder,
    notes: RestingNotes,
  ) {
    this.#dependencies = dependencies;
    this.directory = new RestingDirectory(catalogue, notes, (id, resting) => this.#putToRest(id, resting));
    this.#notes = notes;
    this.#catalogue = catalogue;
    this.#folder = folder;
  }

  static async open(folder: string, options: LowdbOptions = {}): Promise<LowdbStore> {
    const { disk = realDisk, onNotice = () => {}, segmentBytes = 8 * mebibyte } = options;
    const { catalogue, worlds } = await openDataFolder(disk, folder);
    const dependencies = { disk, onNotice, segmentBytes, openJournals: new OpenJournals(MAX_OPEN_FILES) };
    const notes = await RestingNotes.open(disk, folder, catalogue.worlds);
    const store = new LowdbStore(dependencies, catalogue, worlds, notes);
    const ids = catalogue.worlds.map(({ worldId }) => worldId);
    await worlds.tidy(ids, onNotice);
    const queue = ids.filter((id) => notes.get(id) === null).values();
    await Promise.all(Array.from({ length: MAX_WORLDS_OPENED_AT_ONCE }, () => store.#openWorlds(queue)));
    return store;
  }

  list(): Promise<readonly WorldEntry[]> {
    return this.#work.do(async () => {
      await this.#catalogue.whenCertain();
      return this.#catalogue.worlds;
    });
  }

  create(entry: WorldEntry, beginning: Beginning): Promise<void> {
    const copy = "position" in beginning ? beginning : [...beginning];
    return this.#work.do(() => this.#change(entry.worldId, () => this.#create(entry, copy)));
  }

  delete(id: WorldId): Promise<void> {
    return this.#work.do(() => this.#change(id, () => this.#delete(id)));
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
   * Returns the path of a world's folder or journal that somebody has removed; null if all exist. With more than
   * `MAX_WORLDS_PER_LOOK` worlds, closed journals are checked over several calls. Rejects if that cannot be known.
   */
  async removedPath(): Promise<string | null> {
    const path = (await this.#removedFolder()) ?? (await this.#removedJournal());
    // After closing, removing it is allowed.
    return this.#work.isClosed ? null : path;
  }

  async #removedFolder(): Promise<string | null> {
    const { disk } = this.#dependencies;
    const before = [...this.#worlds].map(([id, { path }]) => [id, path] as const);
    if (!(await disk.isThere(this.#folder.path))) return this.#folder.path;
    const names = new Set(await disk.readdir(this.#folder.path));
    for (const [id, path] of before) {
      if (names.has(basename(path)) || (await disk.isThere(path))) continue;
      // This process may have deleted or renamed it meanwhile.
      if (this.#isSettled(id) && this.#worlds.get(id)?.path === path) return path;
    }
    return null;
  }

  async #removedJournal(): Promise<string | null> {
    const worlds = [...this.#worlds];
    const from = this.#lookedAt < worlds.length ? this.#lookedAt : 0;
    this.#lookedAt = from + MAX_WORLDS_PER_LOOK;
    const open = worlds.filter(([, { journal }]) => journal.isOpen);
    for (const [id, world] of [...open, ...worlds.slice(from, this.#lookedAt)]) {
      const path = this.#isSettled(id) ? await world.journal.removedPath() : null;
      if (path !== null && this.#isSettled(id) && this.#worlds.get(id) === world) return path;
    }
    return null;
  }

  async close(): Promise<void> {
    await this.#work.close();
    await Promise.all([...this.#worlds.values()].map((world) => world.rest()));
  }

  async #create(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void> {
    const { worldId } = entry;
    if (this.#worlds.has(worldId) || this.#notes.get(worldId) !== null)
      throw new Conflict(`the world ${worldId} exists already`);
    const path = this.#folder.beingMade(worldId);
    try {
      await this.#folder.clear(worldId);
      const world = await WorldFolder.create(this.#dependencies, path, worldId, beginning);
      await this.#catalogue.add(entry);
      this.#worlds.set(worldId, world);
    } catch (cause) {
      // If the disk may list the world, its folder must exist.
      if (this.#catalogue.isCertain(worldId)) await this.#folder.remove(path);
      throw notWritten(worldId, cause);
    }
    // The world exists. If it cannot get its name now, the next startup gives it.
    await this.#worlds
      .get(worldId)
      ?.moveTo(this.#folder.of(worldId))
      .catch(() => {});
  }

  async #delete(id: WorldId): Promise<void> {
    await this.#open(id);
    const world = this.#worlds.get(id);
    if (world === undefined) return;
    await world.rest();
    const path = this.#folder.removed(id);
    try {
      await this.#dependencies.disk.remove(path);
      // The new name deletes the world. It needs neither space nor an inode, of which there may be none left.
      await world.moveTo(path);
    } catch (cause) {
      this.#misnamed.add(id);
      await this.#nameAgain(id).catch(() => {});
      throw notWritten(id, cause);
    }
    this.#worlds.delete(id);
    // The content goes first, since writing the list needs space.
    await this.#folder.empty(id);
    await this.#catalogue.remove(id);
    // If the disk still lists the world, the folder must show that it is deleted.
    if (this.#catalogue.isCertain(id)) await this.#folder.remove(path);
  }

  /** Gives a world back its name, durably, after its deletion failed. */
  async #nameAgain(id: WorldId): Promise<void> {
    await this.#worlds.get(id)?.moveTo(this.#folder.of(id));
    this.#misnamed.delete(id);
  }

  async #openWorlds(ids: Iterable<WorldId>): Promise<void> {
    for (const id of ids) {
      this.#worlds.set(id, await WorldFolder.open(this.#dependencies, this.#folder.of(id), id));
    }
  }

  /** Creates or deletes a world after earlier such work with it has ended. */
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

  /** Runs work on a world, at once unless it is uncertain whether the world exists. */
  #with<T>(id: WorldId, work: (world: WorldFolder) => Promise<T>): Promise<T> {
    return this.#work.do(async () => {
      while (!this.#isSettled(id)) {
        const changing = this.#changing.get(id);
        await (changing ?? this.#change(id, async () => {}));
      }
      if (!this.#worlds.has(id)) await this.#open(id);
      const world = this.#worlds.get(id);
      if (world === undefined) throw new UnknownWorld(`there is no world ${id}`);
      return work(world);
    });
  }

  /** Opens a world that is at rest, once for all who ask at the same time. */
  async #open(id: WorldId): Promise<void> {
    const underWay = this.#opening.get(id);
    if (underWay !== undefined || this.#notes.get(id) === null) return underWay;
    const opening = this.#endRest(id).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    await opening;
  }

  async #endRest(id: WorldId): Promise<void> {
    const world = await WorldFolder.open(this.#dependencies, this.#folder.of(id), id);
    // Nothing may be written to a world while the disk has a valid note on it.
    await this.#notes.remove(id);
    this.#worlds.set(id, world);
  }

  #putToRest(id: WorldId, resting: RestingWorld): Promise<void> {
    return this.#work.do(() =>
      this.#change(id, async () => {
        const world = this.#worlds.get(id);
        const entry = this.#catalogue.entry(id);
        if (world === undefined || entry === null) return;
        await world.rest();
        await this.#notes.add(entry, resting);
        this.#worlds.delete(id);
      }),
    );
  }

  #isSettled(id: WorldId): boolean {
    return !this.#changing.has(id) && !this.#misnamed.has(id) && this.#catalogue.isCertain(id);
  }

  /** Settles whether a world exists. Other worlds do not wait for this. */
  async #settle(id: WorldId): Promise<void> {
    await this.#catalogue.whenCertain(id);
    if (!this.#misnamed.has(id)) return;
    await this.#nameAgain(id).catch((cause: unknown) => {
      throw notWritten(id, cause);
    });
  }
}

function notWritten(id: WorldId, cause: unknown): Error {
  if (cause instanceof Conflict || cause instanceof RangeError || cause instanceof WriteFailed) return cause;
  return new WriteFailed(`the folder of ${id} could not be written`, { cause });
}
