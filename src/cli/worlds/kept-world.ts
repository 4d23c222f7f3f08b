import { join } from "node:path";
import { realDisk } from "../../store/lowdb/disk.ts";
import { findForeignJournal, type TornTail } from "../../store/lowdb/journal-opening.ts";
import { commitsOf } from "../../store/lowdb/journal-reading.ts";
import type { Segment } from "../../store/lowdb/journal-segment.ts";
import { snapshotPositions, snapshotsFolder } from "../../store/lowdb/snapshot-folder.ts";
import { WorldsFolder } from "../../store/lowdb/worlds-folder.ts";
import type { Commit, Position, WorldId } from "../../store/world-store.ts";

/** The folder of a world that is listed. */
export function pathOfWorld(dataFolder: string, id: WorldId): Promise<string> {
  return new WorldsFolder(realDisk, dataFolder).locate(id);
}

/** A world on disk whose journal was looked through, every line of it; its snapshots were only counted. */
export class KeptWorld {
  readonly path: string;
  /** The positions of its snapshots, in ascending order. */
  readonly snapshots: readonly Position[];
  readonly torn: TornTail | null;
  readonly #segments: readonly Segment[];
  readonly #last: Segment;

  private constructor(
    path: string,
    snapshots: readonly Position[],
    segments: readonly Segment[],
    last: Segment,
    torn: TornTail | null,
  ) {
    this.path = path;
    this.snapshots = snapshots;
    this.torn = torn;
    this.#segments = segments;
    this.#last = last;
  }

  /** Changes nothing, so that another process may write there meanwhile. Rejects with `Damaged` or `NewerFormat`. */
  static async open(path: string, worldId: WorldId): Promise<KeptWorld> {
    // Before the journal, as what is written down meanwhile may lie after the end of what is found.
    const snapshots = snapshotPositions(await realDisk.readdir(join(path, snapshotsFolder)));
    const place = { disk: realDisk, folder: path, worldId, newestSnapshot: snapshots.at(-1) ?? 0 };
    const { closed, active, torn } = await findForeignJournal(place, 0);
    return new KeptWorld(path, snapshots, [...closed, active], active, torn);
  }

  /** The position from which all is there, and where a snapshot must be; 0 when nothing is forgotten. */
  get horizon(): Position {
    // As `horizonOf` has it, of a journal that was read.
    const found = this.#segments.find(({ after }) => after === 0 || this.snapshots.includes(after));
    return (found ?? this.#segments[0] ?? this.#last).after;
  }

  get end(): Position {
    return this.#last.end;
  }

  read(after: Position, upTo: Position): AsyncIterable<Commit> {
    return commitsOf(realDisk, this.path, () => this.#segments, after, upTo);
  }

  /** The file of the journal that has the event at a position. */
  journalFile(position: Position): string {
    const segment = this.#segments.findLast(({ after }) => after < position) ?? this.#last;
    return join(this.path, segment.name);
  }
}
