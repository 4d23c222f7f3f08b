import { join } from "node:path";
import { Permits } from "../../slices/permits.ts";
import { WorkUnderWay } from "../work-under-way.ts";
import {
  type Beginning,
  type Commit,
  Conflict,
  type Directory,
  type NewWorld,
  type Position,
  type Snapshot,
  UnknownWorld,
  type WorldEntry,
  type WorldId,
  type WorldStore,
  WriteFailed,
} from "../world-store.ts";
import { type Disk, isThere, realDisk } from "./disk.ts";
import type { Journal } from "./journal.ts";
import { RestingDirectory } from "./resting-directory.ts";
import { snapshotFile } from "./snapshot-file.ts";
import { type FolderDependencies, WorldFolder } from "./world-folder.ts";
import { idPattern, openWorlds, worldsFolder } from "./worlds-folder.ts";

export interface LowdbOptions {
  readonly disk?: Disk;
  /** Is called with a message about what was found at startup. */
  readonly onNotice?: (text: string) => void;
  /** Maximum size of a journal's file before the next one is started. */
  readonly segmentBytes?: number;
  /**
   * Shows what is there when it is opened, also of version 1, while another process may write to it. Changes nothing but
   * snapshots, which count when that process has added them.
   */
  readonly isRead?: boolean;
}

/** A file of a journal is read whole: this takes a few milliseconds. */
export const MAX_SEGMENT_BYTES = 1024 * 1024;
/** Maximum open files for writing. Some systems allow only 256 in all. */
const MAX_OPEN_FILES = 64;

/**
 * Keeps worlds in a folder: of each a lowdb document, a journal with its history, and snapshots. A world exists while its
 * folder has its name. The caller makes sure that no other process writes to it.
 *
 * Documents are read at startup, and journals of worlds that are not at rest; damage there prevents it. A snapshot is
 * checked when it is read; `snapshot` then rejects with `Damaged`.
 */
export class LowdbStore implements WorldStore {
  readonly directory: Directory;
  readonly #dependencies: FolderDependencies;
  readonly #path: string;
  readonly #worlds: Map<WorldId, WorldFolder>;
  /** Worlds that are being created, deleted or put to rest, with the end of that work. */
  readonly #changing = new Map<WorldId, Promise<unknown>>();
  /** Worlds whose creation or deletion failed. Their folders must go before they are asked for again. */
  readonly #doomed = new Set<WorldId>();
  readonly #work = new WorkUnderWay();

  private constructor(dependencies: FolderDependencies, path: string, worlds: readonly WorldFolder[]) {
    this.#dependencies = dependencies;
    this.#path = path;
    this.#worlds = new Map(worlds.map((world) => [world.entry.worldId, world]));
    this.directory = new RestingDirectory(this.#worlds, (id, resting) =>
      this.#work.do(() => this.#change(id, async () => this.#worlds.get(id)?.rest(resting))),
    );
  }

  static async open(folder: string, options: LowdbOptions = {}): Promise<LowdbStore> {
    const defaults = { disk: realDisk, onNotice: () => {}, segmentBytes: MAX_SEGMENT_BYTES, isRead: false };
    const dependencies = { ...defaults, ...options, writing: new Permits(MAX_OPEN_FILES) };
    return new LowdbStore(dependencies, join(folder, worldsFolder), await openWorlds(dependencies, folder));
  }

  list(): Promise<readonly WorldEntry[]> {
    return this.#work.do(async () => {
      for (const id of this.#doomed) await this.#change(id, async () => {});
      return Array.from(this.#worlds.values(), ({ entry }) => entry);
    });
  }

  create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void> {
    const copy = "position" in beginning ? beginning : [...beginning];
    return this.#write(() => this.#change(entry.worldId, () => this.#create(entry, copy, made)));
  }

  delete(id: WorldId): Promise<void> {
    return this.#write(() =>
      this.#change(id, async () => {
        const world = this.#worlds.get(id);
        await world?.close();
        this.#worlds.delete(id);
        if (world !== undefined) await this.#remove(id);
      }),
    );
  }

  append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    const copy = [...commits];
    return this.#write(() => this.#with(id, (_, journal) => journal.append(after, copy)));
  }

  async *read(id: WorldId, after: Position, upTo: Position = Number.POSITIVE_INFINITY): AsyncGenerator<Commit> {
    const journal = await this.#with(id, async (_, opened) => opened);
    yield* journal.read(after, upTo);
  }

  horizon(id: WorldId): Promise<Position> {
    return this.#with(id, async ({ horizon }) => horizon);
  }

  nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    return this.#with(id, async (_, journal) => journal.nextHorizon(upTo));
  }

  forget(id: WorldId, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    const copy = new Set(keep);
    return this.#write(() => this.#with(id, (world, journal) => world.forget(journal, upTo, copy)));
  }

  snapshots(id: WorldId): Promise<readonly Position[]> {
    return this.#with(id, async ({ snapshots }) => snapshots);
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return snapshotFile(this.#worlds.get(id)?.path ?? join(this.#path, id), position);
  }

  snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    return this.#with(id, (world) => world.snapshot(atOrBefore));
  }

  saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    return this.#with(id, (world, journal) => world.saveSnapshot(journal, snapshot));
  }

  /** Adds snapshots that a store that was opened to be read has saved. */
  addSnapshots(id: WorldId, positions: readonly Position[]): Promise<void> {
    return this.#with(id, (world) => world.addSnapshots(positions));
  }

  journal(id: WorldId): Promise<Journal> {
    return this.#with(id, async (_, journal) => journal);
  }

  async close(): Promise<void> {
    await this.#work.close();
    await Promise.all(Array.from(this.#worlds.values(), (world) => world.close()));
  }

  async #create(entry: WorldEntry, beginning: readonly Commit[] | Snapshot, made?: NewWorld): Promise<void> {
    const { worldId: id } = entry;
    if (!idPattern.test(id)) {
      throw new RangeError(`${JSON.stringify(id)} cannot be the id of a world: it must match ${idPattern}`);
    }
    if (this.#worlds.has(id)) throw new Conflict(`the world ${id} exists already`);
    const { disk } = this.#dependencies;
    const path = join(this.#path, id);
    const isTaken = await isThere(disk, path).catch((cause: unknown) => {
      throw notWritten(id, cause);
    });
    if (isTaken) throw new Conflict(`${path} is there, though it is no world`);
    try {
      const temporary = this.#temporary(id);
      const world = await WorldFolder.create(this.#dependencies, { path, temporary }, entry, beginning, made);
      await disk.syncFolder(this.#path);
      this.#worlds.set(id, world);
    } catch (cause) {
      await this.#remove(id).catch(() => {});
      throw notWritten(id, cause);
    }
  }

  /** Removes a world's folder durably, with one renaming, which needs neither space nor an inode. */
  async #remove(id: WorldId): Promise<void> {
    this.#doomed.add(id);
    const { disk } = this.#dependencies;
    const [path, temporary] = [join(this.#path, id), this.#temporary(id)];
    try {
      if (await isThere(disk, path)) {
        await disk.remove(temporary);
        await disk.rename(path, temporary);
      }
      await disk.syncFolder(this.#path);
    } catch (cause) {
      throw notWritten(id, cause);
    }
    this.#doomed.delete(id);
    // If the disk fails, the next startup removes the rest.
    await disk.remove(temporary).catch(() => {});
  }

  #temporary(id: WorldId): string {
    return join(this.#path, `${id}.tmp`);
  }

  /** Creates or deletes a world, or puts it to rest, after earlier such work with it has ended. */
  async #change(id: WorldId, work: () => Promise<void>): Promise<void> {
    const before = this.#changing.get(id);
    const change = (async () => {
      await before;
      if (this.#doomed.has(id)) await this.#remove(id);
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

  #write<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#dependencies.isRead) return this.#work.do(work);
    return Promise.reject(new Error(`${this.#path} was opened to be read`));
  }

  /** Runs work on a world, which is opened first if it is at rest; at once if it is open. */
  #with<T>(id: WorldId, work: (world: WorldFolder, journal: Journal) => Promise<T>): Promise<T> {
    return this.#work.do(async () => {
      while (this.#changing.has(id)) await this.#changing.get(id);
      if (this.#doomed.has(id)) await this.#change(id, async () => {});
      const world = this.#worlds.get(id);
      if (world === undefined) throw new UnknownWorld(id);
      return work(world, world.journal ?? (await world.open()));
    });
  }
}

function notWritten(id: WorldId, cause: unknown): Error {
  if (cause instanceof RangeError || cause instanceof WriteFailed) return cause;
  return new WriteFailed(`the folder of ${id} could not be written`, { cause });
}
