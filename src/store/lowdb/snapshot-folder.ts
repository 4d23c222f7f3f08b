import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Content } from "../sealed.ts";
import type { Position, Snapshot } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { DurableDocument } from "./durable-document.ts";
import { padded, positionsIn } from "./journal-segment.ts";
import type { WorkQueue } from "./work-queue.ts";

/** The name of the snapshots' folder in a world's folder. */
export const snapshotsFolder = "snapshots";

/** A world's snapshots, one document each. Each is checked when it is read: checking all would slow down startup. */
export class SnapshotFolder {
  readonly #disk: Disk;
  readonly #path: () => string;
  readonly #queue: WorkQueue;

  constructor(disk: Disk, path: () => string, queue: WorkQueue) {
    this.#disk = disk;
    this.#path = path;
    this.#queue = queue;
  }

  /** Returns the positions in ascending order. */
  async positions(): Promise<readonly Position[]> {
    return snapshotPositions(await this.#disk.readdir(this.#path()));
  }

  async newest(atOrBefore: Position): Promise<Snapshot | null> {
    // A snapshot that is removed before it is read was no longer the newest, or no longer needed.
    for (;;) {
      const position = (await this.positions()).findLast((one) => one <= atOrBefore);
      if (position === undefined) return null;
      const found = await this.#document(position).read();
      if (found?.position === position) return found;
      if (found !== null) throw new Damaged(this.#file(position), null, `it is of position ${found.position}`);
    }
  }

  /** Saves a snapshot. Nobody may change it meanwhile. */
  async save({ position, at, state }: Snapshot): Promise<void> {
    await this.#document(position).write({ position, at, state });
  }

  /** Removes all other snapshots. Must be called from the queue. */
  async keepOnly(keep: ReadonlySet<Position>): Promise<void> {
    for (const position of await this.positions()) {
      if (!keep.has(position)) await this.#disk.unlink(this.#file(position));
    }
    await this.#disk.syncFolder(this.#path());
  }

  #document(position: Position): DurableDocument<Snapshot> {
    return new DurableDocument(this.#disk, this.#file(position), parseSnapshot, this.#queue);
  }

  #file(position: Position): string {
    return join(this.#path(), `${padded(position)}.json`);
  }
}

/** Returns the path of a snapshot's file in a world's folder. */
export function snapshotFile(world: string, position: Position): string {
  return join(world, snapshotsFolder, `${padded(position)}.json`);
}

export function snapshotPositions(names: readonly string[]): readonly Position[] {
  return positionsIn(names, /^(\d{15})\.json$/);
}

function parseSnapshot({ position, at, state }: Content): Snapshot | null {
  return typeof position === "number" && typeof at === "number" && state !== undefined ? { position, at, state } : null;
}
