import { dirname, join } from "node:path";
import { Damaged, missingBefore } from "../damaged.ts";
import { assertReplaceable } from "../succession.ts";
import { type Commit, type Position, type Snapshot, type WorldId, WriteFailed } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { beginSegment, Journal, type JournalDependencies } from "./journal.ts";
import { findJournal } from "./journal-opening.ts";
import type { Segment } from "./journal-segment.ts";
import { withoutLeftOvers } from "./replace-file.ts";
import { SnapshotFolder, snapshotFile, snapshotPositions, snapshotsFolder } from "./snapshot-folder.ts";
import { WorkQueue } from "./work-queue.ts";

/** What the folders of a store share. */
export interface FolderDependencies extends JournalDependencies {
  readonly onNotice: (text: string) => void;
}

/** A world on disk: its journal and its snapshots. */
export class WorldFolder {
  readonly #disk: Disk;
  readonly #worldId: WorldId;
  readonly #snapshots: SnapshotFolder;
  /** Queues saving and forgetting. */
  readonly #queue = new WorkQueue();
  readonly journal: Journal;
  #path: string;

  private constructor(
    dependencies: FolderDependencies,
    path: string,
    worldId: WorldId,
    closed: readonly Segment[],
    active: Segment,
  ) {
    this.#disk = dependencies.disk;
    this.#path = path;
    this.#worldId = worldId;
    this.#snapshots = new SnapshotFolder(this.#disk, () => join(this.#path, snapshotsFolder), this.#queue);
    this.journal = new Journal(dependencies, worldId, () => this.#path, closed, active);
  }

  /** Makes the folder of a new world, durably. When it rejects, a part of the folder may exist. */
  static async create(
    dependencies: FolderDependencies,
    path: string,
    worldId: WorldId,
    beginning: readonly Commit[] | Snapshot,
  ): Promise<WorldFolder> {
    const { disk } = dependencies;
    const after = "position" in beginning ? beginning.position : 0;
    await disk.mkdir(path);
    await disk.mkdir(join(path, snapshotsFolder));
    const segment = await beginSegment(disk, path, worldId, after);
    const world = new WorldFolder(dependencies, path, worldId, [], segment);
    try {
      if ("position" in beginning) await world.#snapshots.save(beginning);
      else await world.journal.append(after, beginning);
    } finally {
      // Most new worlds are not written to at once.
      await world.journal.rest();
    }
    await disk.syncFolder(dirname(path));
    return world;
  }

  /** Opens an existing world and cuts off what an interrupted write left. Rejects with `Damaged`. */
  static async open(dependencies: FolderDependencies, path: string, worldId: WorldId): Promise<WorldFolder> {
    const { disk, onNotice } = dependencies;
    const snapshots = join(path, snapshotsFolder);
    await withoutLeftOvers(disk, path);
    // Copies of folders may lack empty ones.
    await disk.makeFolder(snapshots);
    const positions = snapshotPositions(await withoutLeftOvers(disk, snapshots));
    const place = { disk, folder: path, worldId, newestSnapshot: positions.at(-1) ?? 0 };
    const { closed, active, torn } = await findJournal(place);
    const horizon = (closed[0] ?? active).after;
    if (place.newestSnapshot < horizon) throw new Damaged(snapshotFile(path, horizon), null, missingBefore(horizon));
    await makeDurable(disk, join(path, active.name), torn === null ? null : active.size);
    if (torn !== null) {
      onNotice(
        `${torn.file}: its last ${torn.bytes} bytes, from line ${torn.line} on, were not written to their end; they were cut off`,
      );
    }
    // A killed process may have left names that are not durable yet.
    await disk.syncFolder(path);
    await disk.syncFolder(snapshots);
    return new WorldFolder(dependencies, path, worldId, closed, active);
  }

  get path(): string {
    return this.#path;
  }

  snapshots(): Promise<readonly Position[]> {
    return this.#snapshots.positions();
  }

  snapshot(atOrBefore: Position): Promise<Snapshot | null> {
    return this.#snapshots.newest(atOrBefore);
  }

  async saveSnapshot(snapshot: Snapshot): Promise<void> {
    const { end } = this.journal;
    if (snapshot.position > end) {
      throw new RangeError(`${this.#worldId} ends at ${end}: there can be no snapshot of ${snapshot.position}`);
    }
    await this.#written(`a snapshot of ${this.#worldId}`, this.#snapshots.save(snapshot));
  }

  async forget(upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    if (this.journal.nextHorizon(upTo) !== upTo) {
      throw new RangeError(`${upTo} cannot be the horizon of ${this.#worldId}`);
    }
    const forgetting = this.#queue.add(async () => {
      assertReplaceable(this.#worldId, upTo, await this.snapshots(), keep);
      // The snapshots replace what is forgotten now.
      await this.#disk.syncFolder(join(this.#path, snapshotsFolder));
      await this.journal.forget(upTo);
      await this.#snapshots.keepOnly(keep);
    });
    await this.#written(`what ${this.#worldId} forgets`, forgetting);
  }

  /** Renames the folder durably, even if an earlier try only renamed it. No other work may be under way. */
  async moveTo(path: string): Promise<void> {
    if (path !== this.#path) await this.#disk.rename(this.#path, path);
    this.#path = path;
    await this.#disk.syncFolder(dirname(path));
  }

  /** Resolves when all pending work has ended. */
  async rest(): Promise<void> {
    await this.#queue.idle();
    await this.journal.rest();
  }

  async #written(what: string, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (cause) {
      if (cause instanceof RangeError) throw cause;
      throw new WriteFailed(`${what} could not be written`, { cause });
    }
  }
}

/** Makes a file durable: after a kill, what can be read may not be on disk yet. */
async function makeDurable(disk: Disk, path: string, cutTo: number | null): Promise<void> {
  const file = await disk.open(path, "r+");
  try {
    if (cutTo !== null) await file.truncate(cutTo);
    await file.sync();
  } finally {
    await file.close();
  }
}
