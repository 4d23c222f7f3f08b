import { join } from "node:path";
import { endAfter } from "../succession.ts";
import { type Commit, lastPosition, type Position, type WorldId, WriteFailed } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { JournalFile } from "./journal-file.ts";
import { commitLine, headerLine } from "./journal-line.ts";
import { commitsOf } from "./journal-reading.ts";
import { addMark, type Mark } from "./journal-scan.ts";
import { type Segment, segmentName } from "./journal-segment.ts";
import type { OpenJournals } from "./open-journals.ts";
import { replaceFile } from "./replace-file.ts";

/** How many bytes go with one write at most, or so: making them should not keep other worlds waiting. */
const batchBytes = 1024 * 1024;

/** What the journals of a store have in common. */
export interface JournalSurroundings {
  readonly disk: Disk;
  /** How long a file may be before the next one is begun. */
  readonly segmentBytes: number;
  readonly openJournals: OpenJournals;
}

interface PendingAppend {
  readonly commits: readonly Commit[];
  /** How many of the commits are durable. */
  durable: number;
  readonly resolve: () => void;
  readonly reject: (error: WriteFailed) => void;
}

/** What goes with one write: the bytes, what the segment is with them, and up to which commit of which append they go. */
interface Batch {
  readonly bytes: Buffer;
  readonly segment: Segment;
  readonly reached: ReadonlyMap<PendingAppend, number>;
}

/** Makes the file of a journal that begins after a position, with nothing in it yet. */
export async function beginSegment(disk: Disk, folder: string, worldId: WorldId, after: Position): Promise<Segment> {
  const header = Buffer.from(headerLine(worldId, after));
  const name = segmentName(after);
  await replaceFile(disk, join(folder, name), [header]);
  return { name, after, end: after, size: header.length, lines: 1, marks: [] };
}

/**
 * A world's history in files, each of which goes on where the one before it ends. While a write is under way the next
 * appends gather and go together. Nothing is read or acknowledged that is not durable.
 */
export class Journal {
  readonly #surroundings: JournalSurroundings;
  readonly #worldId: WorldId;
  readonly #folder: () => string;
  #segments: readonly Segment[];
  /** The segment that is written to, the last one. */
  #active: Segment;
  #file: JournalFile;
  /** The end of what was handed over; what is durable ends with the active segment. */
  #handedOver: Position;
  #queue: PendingAppend[] = [];
  #writing: Promise<void> | undefined;
  #mending: Promise<void> | undefined;

  constructor(
    surroundings: JournalSurroundings,
    worldId: WorldId,
    folder: () => string,
    closed: readonly Segment[],
    active: Segment,
  ) {
    this.#surroundings = surroundings;
    this.#worldId = worldId;
    this.#folder = folder;
    this.#segments = [...closed, active];
    this.#active = active;
    this.#handedOver = active.end;
    this.#file = this.#fileOf(active);
  }

  get end(): Position {
    return this.#active.end;
  }

  get horizon(): Position {
    return (this.#segments[0] ?? this.#active).after;
  }

  nextHorizon(upTo: Position): Position {
    return this.#segments.findLast(({ after }) => after <= upTo)?.after ?? this.horizon;
  }

  /** The list of the commits must not change any more. */
  async append(after: Position, commits: readonly Commit[]): Promise<void> {
    this.#handedOver = endAfter(this.#worldId, this.#handedOver, after, commits);
    if (commits.length === 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push({ commits, durable: 0, resolve, reject });
    this.#writing ??= this.#writeQueue();
    return promise;
  }

  async *read(after: Position, upTo: Position): AsyncGenerator<Commit> {
    await this.whenMended();
    yield* commitsOf(this.#surroundings.disk, this.#folder(), () => this.#segments, after, upTo);
  }

  /** Removes the files before a position at which one begins: the oldest first, so that there is never a gap. */
  async forget(upTo: Position): Promise<void> {
    const { disk } = this.#surroundings;
    // What an earlier try has removed must be gone for good before the next one goes.
    await disk.syncFolder(this.#folder());
    for (const segment of this.#segments) {
      if (segment.after >= upTo) return;
      await this.#remove(segment);
      await disk.syncFolder(this.#folder());
    }
  }

  /** Returns the path of a file of this journal that somebody has removed; null while all are there. */
  async removedPath(): Promise<string | null> {
    const folder = this.#folder();
    const before = this.#segments;
    const names = new Set(await this.#surroundings.disk.readdir(folder));
    const missing = before.find(({ name }) => !names.has(name));
    // This process may have forgotten the file meanwhile, or renamed the folder.
    const isRemoved = missing !== undefined && this.#segments.includes(missing) && this.#folder() === folder;
    return isRemoved ? join(folder, missing.name) : null;
  }

  /** Removes the oldest file; whoever reads from now on begins after it. */
  async #remove(oldest: Segment): Promise<void> {
    this.#segments = this.#segments.slice(1);
    try {
      await this.#surroundings.disk.unlink(join(this.#folder(), oldest.name));
    } catch (cause) {
      this.#segments = [oldest, ...this.#segments];
      throw cause;
    }
  }

  /** Rejects with `WriteFailed` when a failed write has left something that still cannot be cut off. */
  async whenMended(): Promise<void> {
    if (!this.#file.isTorn) return;
    this.#mending ??= this.#file.mend().finally(() => {
      this.#mending = undefined;
    });
    try {
      await this.#mending;
    } catch (cause) {
      throw this.#failed(cause);
    }
  }

  /** Resolves when all that was handed over has ended; then the file is closed. */
  async rest(): Promise<void> {
    await this.#writing;
    await this.#mending?.catch(() => {});
    // Whatever closing it says: all that is to be kept is durable.
    await this.#file.close().catch(() => {});
  }

  async #writeQueue(): Promise<void> {
    // What is handed over in the same moment goes together.
    await Promise.resolve();
    try {
      while (this.#queue.length > 0) {
        await this.whenMended();
        await this.#writeBatch();
      }
    } catch (cause) {
      // What failed must not come back after those who wait for it were told so.
      await this.whenMended().catch(() => {});
      this.#handedOver = this.end;
      for (const { reject } of this.#queue.splice(0)) reject(this.#failed(cause));
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeBatch(): Promise<void> {
    if (this.#active.size >= this.#surroundings.segmentBytes) await this.#beginNext();
    const { bytes, segment, reached } = this.#nextBatch();
    await this.#file.append(bytes);
    this.#segments = this.#segments.with(-1, segment);
    this.#active = segment;
    for (const [pending, durable] of reached) {
      pending.durable = durable;
      if (durable < pending.commits.length) continue;
      this.#queue.shift();
      pending.resolve();
    }
  }

  async #beginNext(): Promise<void> {
    const next = await beginSegment(this.#surroundings.disk, this.#folder(), this.#worldId, this.end);
    await this.#file.close().catch(() => {});
    this.#segments = [...this.#segments, next];
    this.#active = next;
    this.#file = this.#fileOf(next);
  }

  #nextBatch(): Batch {
    const { name, after, size: synced } = this.#active;
    let { end, size, lines } = this.#active;
    const marks: Mark[] = [...this.#active.marks];
    const texts: string[] = [];
    const reached = new Map<PendingAppend, number>();
    for (const pending of this.#queue) {
      for (let i = pending.durable; i < pending.commits.length && size - synced < batchBytes; i += 1) {
        const commit = pending.commits[i];
        if (commit === undefined) break;
        const text = commitLine(commit, synced);
        lines += 1;
        addMark(marks, { after: end, offset: size, line: lines });
        size += Buffer.byteLength(text);
        end = lastPosition(commit);
        texts.push(text);
        reached.set(pending, i + 1);
      }
      if (size - synced >= batchBytes) break;
    }
    return { bytes: Buffer.from(texts.join("")), segment: { name, after, end, size, lines, marks }, reached };
  }

  #fileOf({ name, size }: Segment): JournalFile {
    const { disk, openJournals } = this.#surroundings;
    return new JournalFile(disk, () => join(this.#folder(), name), size, openJournals);
  }

  #failed(cause: unknown): WriteFailed {
    if (cause instanceof WriteFailed) return cause;
    return new WriteFailed(`the history of ${this.#worldId} could not be written`, { cause });
  }
}
