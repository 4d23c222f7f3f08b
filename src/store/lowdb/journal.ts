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

/** Maximum bytes of one write, roughly. Preparing more would block other worlds. */
const MAX_BATCH_BYTES = 1024 * 1024;

/** What the journals of a store share. */
export interface JournalDependencies {
  readonly disk: Disk;
  /** Maximum size of a file before the next one is started. */
  readonly segmentBytes: number;
  readonly openJournals: OpenJournals;
}

interface PendingCommit {
  readonly commit: Commit;
  /** Settles the append; only with its last commit. */
  readonly append: PromiseWithResolvers<void> | undefined;
}

/** Makes the empty file of a journal that begins after a position. */
export async function beginSegment(disk: Disk, folder: string, worldId: WorldId, after: Position): Promise<Segment> {
  const header = Buffer.from(headerLine(worldId, after));
  const name = segmentName(after);
  await replaceFile(disk, join(folder, name), [header]);
  return { name, after, end: after, size: header.length, lines: 1, marks: [] };
}

/**
 * A world's history in consecutive files. Appends during a write gather and are written together after it. Nothing is
 * read or acknowledged before it is durable.
 */
export class Journal {
  readonly #dependencies: JournalDependencies;
  readonly #worldId: WorldId;
  readonly #folder: () => string;
  #segments: readonly Segment[];
  /** The last segment, which is written to. */
  #active: Segment;
  #file: JournalFile;
  /** The end of what was handed over. The active segment ends with what is durable. */
  #handedOver: Position;
  #queue: PendingCommit[] = [];
  #writing: Promise<void> | undefined;
  #repairing: Promise<void> | undefined;

  constructor(
    dependencies: JournalDependencies,
    worldId: WorldId,
    folder: () => string,
    closed: readonly Segment[],
    active: Segment,
  ) {
    this.#dependencies = dependencies;
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

  /** Whether its file is open for writing. */
  get isOpen(): boolean {
    return this.#file.isOpen;
  }

  nextHorizon(upTo: Position): Position {
    return this.#segments.findLast(({ after }) => after <= upTo)?.after ?? this.horizon;
  }

  /** Appends commits. The list must not change afterwards. */
  async append(after: Position, commits: readonly Commit[]): Promise<void> {
    this.#handedOver = endAfter(this.#worldId, this.#handedOver, after, commits);
    if (commits.length === 0) return;
    const append = Promise.withResolvers<void>();
    for (const commit of commits) {
      this.#queue.push({ commit, append: commit === commits.at(-1) ? append : undefined });
    }
    this.#writing ??= this.#writeQueue();
    return append.promise;
  }

  async *read(after: Position, upTo: Position): AsyncGenerator<Commit> {
    await this.whenRepaired();
    yield* commitsOf(this.#dependencies.disk, this.#folder(), () => this.#segments, after, upTo);
  }

  /** Removes the files before a position at which one begins. Oldest first, so that there is never a gap. */
  async forget(upTo: Position): Promise<void> {
    const { disk } = this.#dependencies;
    // An earlier removal must be durable before the next one.
    await disk.syncFolder(this.#folder());
    for (const segment of this.#segments) {
      if (segment.after >= upTo) return;
      await this.#remove(segment);
      await disk.syncFolder(this.#folder());
    }
  }

  /** Returns the path of a file of this journal that somebody has removed; null if all exist. */
  async removedPath(): Promise<string | null> {
    const folder = this.#folder();
    const before = this.#segments;
    const names = new Set(await this.#dependencies.disk.readdir(folder));
    const isReplaced = await this.#file.isRemoved();
    const { name } = before.find((segment) => !names.has(segment.name)) ?? this.#active;
    if (names.has(name) && !isReplaced) return null;
    // This process may have forgotten the file or renamed the folder meanwhile.
    const isOurs = this.#segments.some((segment) => segment.name === name) && this.#folder() === folder;
    return isOurs ? join(folder, name) : null;
  }

  /** Removes the oldest file. Later readings begin after it. */
  async #remove(oldest: Segment): Promise<void> {
    this.#segments = this.#segments.slice(1);
    try {
      await this.#dependencies.disk.unlink(join(this.#folder(), oldest.name));
    } catch (cause) {
      this.#segments = [oldest, ...this.#segments];
      throw cause;
    }
  }

  /** Cuts off what a failed write left. Rejects with `WriteFailed` if that fails. */
  async whenRepaired(): Promise<void> {
    if (!this.#file.isTorn) return;
    this.#repairing ??= this.#file.repair().finally(() => {
      this.#repairing = undefined;
    });
    try {
      await this.#repairing;
    } catch (cause) {
      throw this.#failed(cause);
    }
  }

  /** Waits for all pending work and closes the file. */
  async rest(): Promise<void> {
    await this.#writing;
    await this.#repairing?.catch(() => {});
    // Errors of closing do not matter: everything is already durable.
    await this.#file.close().catch(() => {});
  }

  async #writeQueue(): Promise<void> {
    // Appends of the same moment are written together.
    await Promise.resolve();
    try {
      while (this.#queue.length > 0) {
        await this.whenRepaired();
        await this.#writeBatch();
      }
    } catch (cause) {
      // Failed commits must not reappear after their callers were told of the failure.
      await this.whenRepaired().catch(() => {});
      this.#handedOver = this.end;
      for (const { append } of this.#queue.splice(0)) append?.reject(this.#failed(cause));
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeBatch(): Promise<void> {
    if (this.#active.size >= this.#dependencies.segmentBytes) await this.#beginNext();
    const { name, after, size: synced } = this.#active;
    let { end, size, lines } = this.#active;
    const marks: Mark[] = [...this.#active.marks];
    const texts: string[] = [];
    for (const { commit } of this.#queue) {
      if (size - synced >= MAX_BATCH_BYTES) break;
      const text = commitLine(commit, synced);
      lines += 1;
      addMark(marks, { after: end, offset: size, line: lines });
      size += Buffer.byteLength(text);
      end = lastPosition(commit);
      texts.push(text);
    }
    await this.#file.append(Buffer.from(texts.join("")));
    this.#active = { name, after, end, size, lines, marks };
    this.#segments = this.#segments.with(-1, this.#active);
    for (const { append } of this.#queue.splice(0, texts.length)) append?.resolve();
  }

  async #beginNext(): Promise<void> {
    const next = await beginSegment(this.#dependencies.disk, this.#folder(), this.#worldId, this.end);
    await this.#file.close().catch(() => {});
    this.#segments = [...this.#segments, next];
    this.#active = next;
    this.#file = this.#fileOf(next);
  }

  #fileOf({ name, size }: Segment): JournalFile {
    const { disk, openJournals } = this.#dependencies;
    return new JournalFile(disk, () => join(this.#folder(), name), size, openJournals);
  }

  #failed(cause: unknown): WriteFailed {
    if (cause instanceof WriteFailed) return cause;
    return new WriteFailed(`the history of ${this.#worldId} could not be written`, { cause });
  }
}
