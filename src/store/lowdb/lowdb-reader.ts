import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import {
  type Commit,
  type Position,
  type Snapshot,
  UnknownWorld,
  type WorldEntry,
  type WorldId,
  type WorldStore,
  WriteFailed,
} from "../world-store.ts";
import { Catalogue, catalogueFile } from "./catalogue.ts";
import { type Disk, realDisk } from "./disk.ts";
import { findForeignJournal } from "./journal-opening.ts";
import { commitsOf } from "./journal-reading.ts";
import { segmentBeginnings } from "./journal-segment.ts";
import { SnapshotFolder, snapshotFile, snapshotsFolder } from "./snapshot-folder.ts";
import { WorkQueue } from "./work-queue.ts";
import { WorldsFolder } from "./worlds-folder.ts";

/**
 * Reads a data folder while another process may write to it. It changes nothing but snapshots, and has no cache. The last commits may not be durable yet, so an archivist reads only up to a position that
 * the other process called durable.
 */
export class LowdbReader implements WorldStore {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #queue = new WorkQueue();
  #isClosed = false;

  private constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  static async open(folder: string, disk: Disk = realDisk): Promise<LowdbReader> {
    const reader = new LowdbReader(disk, folder);
    await reader.list();
    return reader;
  }

  async list(): Promise<readonly WorldEntry[]> {
    if (this.#isClosed) throw new Error("the store is closed");
    const catalogue = await Catalogue.open(this.#disk, this.#folder);
    if (catalogue === null) throw new Error(`${this.#folder} is no data folder: there is no ${catalogueFile} in it`);
    const ids = catalogue.worlds.map(({ worldId }) => worldId);
    const deleted = await new WorldsFolder(this.#disk, this.#folder).deleted(ids);
    return catalogue.worlds.filter(({ worldId }) => !deleted.includes(worldId));
  }

  async *read(id: WorldId, after: Position, upTo: Position = Number.POSITIVE_INFINITY): AsyncGenerator<Commit> {
    const path = await this.#pathOf(id);
    const newestSnapshot = (await this.#snapshotsIn(path).positions()).at(-1) ?? 0;
    const place = { disk: this.#disk, folder: path, worldId: id, newestSnapshot };
    const { closed, active } = await findForeignJournal(place, after);
    const segments = [...closed, active];
    yield* commitsOf(this.#disk, path, () => segments, after, upTo);
  }

  async horizon(id: WorldId): Promise<Position> {
    return this.nextHorizon(id, 0);
  }

  async nextHorizon(id: WorldId, upTo: Position): Promise<Position> {
    const path = await this.#pathOf(id);
    const beginnings = segmentBeginnings(await this.#disk.readdir(path));
    const found = beginnings.findLast((beginning) => beginning <= upTo) ?? beginnings[0];
    if (found === undefined) throw new Damaged(path, null, "there is no journal in it");
    return found;
  }

  async snapshots(id: WorldId): Promise<readonly Position[]> {
    return (await this.#snapshotsOf(id)).positions();
  }

  snapshotPlace(id: WorldId, position: Position): string {
    return snapshotFile(new WorldsFolder(this.#disk, this.#folder).of(id), position);
  }

  async snapshot(id: WorldId, atOrBefore: Position): Promise<Snapshot | null> {
    return (await this.#snapshotsOf(id)).newest(atOrBefore);
  }

  async saveSnapshot(id: WorldId, snapshot: Snapshot): Promise<void> {
    const snapshots = await this.#snapshotsOf(id);
    try {
      await snapshots.save(snapshot);
    } catch (cause) {
      throw new WriteFailed(`a snapshot of ${id} could not be written`, { cause });
    }
  }

  readonly create = () => this.#refuse();
  readonly delete = () => this.#refuse();
  readonly append = () => this.#refuse();
  readonly forget = () => this.#refuse();

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.idle();
  }

  async #refuse(): Promise<never> {
    throw new Error(`${this.#folder} was opened to be read`);
  }

  async #snapshotsOf(id: WorldId): Promise<SnapshotFolder> {
    return this.#snapshotsIn(await this.#pathOf(id));
  }

  #snapshotsIn(folder: string): SnapshotFolder {
    return new SnapshotFolder(this.#disk, () => join(folder, snapshotsFolder), this.#queue);
  }

  async #pathOf(id: WorldId): Promise<string> {
    const worlds = await this.list();
    if (!worlds.some(({ worldId }) => worldId === id)) throw new UnknownWorld(`there is no world ${id}`);
    return new WorldsFolder(this.#disk, this.#folder).locate(id);
  }
}
