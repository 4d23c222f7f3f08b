import { join } from "node:path";
import { Low } from "lowdb";
import { Permits } from "../../slices/permits.ts";
import { assertReplaceable } from "../succession.ts";
import {
  type Commit,
  type NewWorld,
  type Position,
  type RestingWorld,
  type Snapshot,
  type WorldEntry,
  type WorldId,
  WriteFailed,
} from "../world-store.ts";
import { isThere } from "./disk.ts";
import { Journal, type JournalDependencies } from "./journal.ts";
import { openJournal, readJournal } from "./open-journal.ts";
import { beginSegment, type Segment, segmentName } from "./segment.ts";
import { readSnapshot, snapshotFile, snapshotsFolder, writeSnapshot } from "./snapshot-file.ts";
import { readWorldContent, type WorldContent, worldDocument } from "./world-document.ts";

/** What the folders of a store share. */
export interface FolderDependencies extends JournalDependencies {
  readonly onNotice: (text: string) => void;
  /** Whether nothing but snapshots may be written. */
  readonly isRead: boolean;
}

/** A world on disk: its document, its journal, and its snapshots. */
export class WorldFolder {
  readonly path: string;
  readonly #dependencies: FolderDependencies;
  readonly #document: Low<WorldContent>;
  /** Queues changes of the document. */
  readonly #queue = new Permits(1);
  #resting: RestingWorld | null;
  #journal: Journal | undefined;
  #opening: Promise<Journal> | undefined;

  constructor(dependencies: FolderDependencies, path: string, content: WorldContent, resting: RestingWorld | null) {
    this.path = path;
    this.#dependencies = dependencies;
    this.#document = new Low(worldDocument(dependencies.disk, path), content);
    this.#resting = resting;
  }

  /** Makes the folder of a new world, first under a temporary name. The caller makes its name durable. */
  static async create(
    dependencies: FolderDependencies,
    { path, temporary }: { readonly path: string; readonly temporary: string },
    entry: WorldEntry,
    beginning: readonly Commit[] | Snapshot,
    made: NewWorld | undefined,
  ): Promise<WorldFolder> {
    const { disk } = dependencies;
    const { worldId } = entry;
    const horizon = "position" in beginning ? beginning.position : 0;
    await disk.remove(temporary);
    await disk.mkdir(temporary);
    await disk.mkdir(join(temporary, snapshotsFolder));
    const begun = await beginSegment(disk, temporary, worldId, horizon);
    const journal = new Journal(dependencies, temporary, worldId, { earlier: [], last: begun, torn: null });
    if ("position" in beginning) await writeSnapshot(disk, temporary, beginning);
    else await journal.append(horizon, beginning);
    const rest = made === undefined ? null : noted({ ...made, position: journal.last.end }, journal.last);
    const content = { entry, horizon, snapshots: horizon > 0 ? [horizon] : [], rest };
    await worldDocument(disk, temporary).write(content);
    await disk.rename(temporary, path);
    const world = new WorldFolder(dependencies, path, content, rest);
    const found = { earlier: journal.segments.slice(0, -1), last: journal.last, torn: null };
    world.#journal = new Journal(dependencies, path, worldId, found);
    return world;
  }

  /** Reads what is known of a world; null if the folder is none of a world. Rejects with `Damaged` or `NewerFormat`. */
  static async read(dependencies: FolderDependencies, path: string, id: WorldId): Promise<WorldFolder | null> {
    const { disk } = dependencies;
    const content = await readWorldContent(disk, path, id);
    if (content === null) return null;
    const { rest } = content;
    if (rest === null) return new WorldFolder(dependencies, path, content, null);
    // What was written after the world was put to rest has made the journal longer.
    const { name, bytes } = rest.journal;
    const next = segmentName(rest.position);
    const hasNext = next !== name && (await isThere(disk, join(path, next)));
    const isLonger = hasNext || ((await disk.sizeOf(join(path, name))) ?? 0) > bytes;
    return new WorldFolder(dependencies, path, content, isLonger ? null : rest);
  }

  get entry(): WorldEntry {
    return this.#document.data.entry;
  }

  get horizon(): Position {
    return this.#document.data.horizon;
  }

  get snapshots(): readonly Position[] {
    return this.#document.data.snapshots;
  }

  /** What is known of the world since it was last put to rest; null if it never was. */
  get resting(): RestingWorld | null {
    return this.#resting;
  }

  /** The journal, if the world is open. */
  get journal(): Journal | undefined {
    return this.#journal;
  }

  /** Opens the world, once for all who ask at the same time. Rejects with `Damaged`. */
  async open(): Promise<Journal> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async snapshot(atOrBefore: Position): Promise<Snapshot | null> {
    const position = this.snapshots.findLast((one) => one <= atOrBefore);
    if (position === undefined) return null;
    return readSnapshot(this.#dependencies.disk, this.path, position).catch((cause: unknown) => {
      if (this.snapshots.includes(position)) throw cause;
      // One that was forgotten before it was read was no longer the newest, or no longer needed.
      return this.snapshot(atOrBefore);
    });
  }

  async saveSnapshot({ last: { end } }: Journal, snapshot: Snapshot): Promise<void> {
    const { position } = snapshot;
    if (position > end) throw new RangeError(`${this.#id} ends at ${end}: there can be no snapshot of ${position}`);
    await this.#write(`a snapshot of ${this.#id}`, async () => {
      const { disk, writing } = this.#dependencies;
      await writing.always(() => writeSnapshot(disk, this.path, snapshot));
      if (!this.#dependencies.isRead) await this.#addSnapshots([position]);
    });
  }

  /** Adds snapshots whose files are there already, durably. */
  async addSnapshots(positions: readonly Position[]): Promise<void> {
    await this.#write(`the snapshots of ${this.#id}`, () => this.#addSnapshots(positions));
  }

  /** Forgets history, all of it or nothing: when the document says so, only files remain to be removed. */
  async forget(journal: Journal, upTo: Position, keep: ReadonlySet<Position>): Promise<void> {
    if (journal.nextHorizon(upTo) !== upTo) throw new RangeError(`${upTo} cannot be the horizon of ${this.#id}`);
    await this.#write(`what ${this.#id} forgets`, async () => {
      const { horizon, snapshots } = this;
      assertReplaceable(this.#id, upTo, snapshots, keep);
      const forgotten = snapshots.filter((position) => !keep.has(position));
      if (upTo === horizon && forgotten.length === 0) return;
      await this.#change({ horizon: upTo, snapshots: snapshots.filter((position) => keep.has(position)) });
      await journal.forget(upTo);
      // What cannot be removed now is removed when the world is opened.
      for (const one of forgotten) await this.#dependencies.disk.unlink(snapshotFile(this.path, one)).catch(() => {});
    });
  }

  /** Puts the world to rest. If the disk fails, the next startup reads the world. */
  async rest(resting: RestingWorld): Promise<void> {
    if (this.#journal === undefined) return;
    await this.close();
    const rest = noted(resting, this.#journal.last);
    this.#journal = undefined;
    this.#resting = rest;
    // Most worlds are only read between two rests.
    if (JSON.stringify(rest) !== JSON.stringify(this.#document.data.rest)) await this.#change({ rest }).catch(() => {});
  }

  /** Resolves when all pending work has ended. */
  async close(): Promise<void> {
    await this.#opening?.catch(() => {});
    await this.#queue.always(async () => {});
    await this.#journal?.idle();
  }

  get #id(): WorldId {
    return this.entry.worldId;
  }

  async #open(): Promise<Journal> {
    const { disk, isRead, onNotice } = this.#dependencies;
    const found = await (isRead ? readJournal : openJournal)(disk, this.path, this.#document.data);
    if (!isRead && found.torn !== null) {
      const { file, bytes, line } = found.torn;
      onNotice(
        `${file}: its last ${bytes} bytes, from line ${line} on, were not written to their end; they were cut off`,
      );
    }
    this.#journal = new Journal(this.#dependencies, this.path, this.#id, found);
    return this.#journal;
  }

  async #addSnapshots(positions: readonly Position[]): Promise<void> {
    const snapshots = [...new Set([...this.snapshots, ...positions])].sort((a, b) => a - b);
    if (snapshots.length > this.snapshots.length) await this.#change({ snapshots });
  }

  /** Changes the document durably. If that rejects, it says here what it said before; on the disk it says one or the other. */
  async #change(changed: Partial<WorldContent>): Promise<void> {
    const before = this.#document.data;
    this.#document.data = { ...before, ...changed };
    try {
      await this.#dependencies.writing.always(() => this.#document.write());
    } catch (cause) {
      this.#document.data = before;
      throw cause;
    }
  }

  async #write(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await this.#queue.always(work);
    } catch (cause) {
      if (cause instanceof RangeError) throw cause;
      throw new WriteFailed(`${what} could not be written`, { cause });
    }
  }
}

/** Returns what a document says of a world at rest whose journal ends with a segment. */
function noted(
  { position, keys, clock, wakesAt, summary }: RestingWorld,
  { name, bytes }: Segment,
): NonNullable<WorldContent["rest"]> {
  return { position, keys, clock, wakesAt, summary, journal: { name, bytes } };
}
