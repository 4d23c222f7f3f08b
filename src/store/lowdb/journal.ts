import { join } from "node:path";
import type { Permits } from "../../slices/permits.ts";
import { Damaged } from "../damaged.ts";
import { endAfter } from "../succession.ts";
import { type Commit, lastPosition, type Position, type WorldId, WriteFailed } from "../world-store.ts";
import { type Disk, type DiskFile, hasCode, writeWhole } from "./disk.ts";
import { commitLine } from "./journal-line.ts";
import type { FoundJournal, TornTail } from "./open-journal.ts";
import { beginSegment, commitsIn, type Segment } from "./segment.ts";

/** Maximum bytes of one write, roughly. Preparing more would block other worlds. */
const MAX_BATCH_BYTES = 1024 * 1024;

/** What the journals of a store share. */
export interface JournalDependencies {
  readonly disk: Disk;
  /** Maximum size of a file before the next one is started. */
  readonly segmentBytes: number;
  /** Limits how many files are open for writing. */
  readonly writing: Permits;
}

interface PendingCommit {
  readonly commit: Commit;
  /** Settles the append; only with its last commit. */
  readonly append: PromiseWithResolvers<void> | undefined;
}

/**
 * A world's history in consecutive files. Appends during a write gather and are written together after it. Nothing is
 * read or acknowledged before it is durable.
 */
export class Journal {
  /** What followed the last line when the journal was opened. */
  readonly torn: TornTail | null;
  readonly #dependencies: JournalDependencies;
  readonly #folder: string;
  readonly #worldId: WorldId;
  #earlier: readonly Segment[];
  /** The durable part of the file that is written to. */
  #last: Segment;
  /** Whether a failed write may have left bytes after it. */
  #isTorn = false;
  #repairing: Promise<void> | undefined;
  /** The end of what was handed over. */
  #handedOver: Position;
  #queue: PendingCommit[] = [];
  #writing: Promise<void> | undefined;
  #readings = 0;
  /** Files that are no longer part of it, but may still be read. */
  #forgotten: Segment[] = [];

  constructor(dependencies: JournalDependencies, folder: string, worldId: WorldId, found: FoundJournal) {
    this.#dependencies = dependencies;
    this.#folder = folder;
    this.#worldId = worldId;
    this.#earlier = found.earlier;
    this.#last = found.last;
    this.torn = found.torn;
    this.#handedOver = found.last.end;
  }

  get last(): Segment {
    return this.#last;
  }

  get segments(): readonly Segment[] {
    return [...this.#earlier, this.#last];
  }

  /** Returns the path of the file that has the event at a position. */
  pathAt(position: Position): string {
    return this.#pathOf(this.segments.findLast(({ after }) => after < position) ?? this.#last);
  }

  nextHorizon(upTo: Position): Position {
    return (this.segments.findLast(({ after }) => after <= upTo) ?? this.segments[0] ?? this.#last).after;
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

  /** Yields the commits with an event after one position and one not after another. */
  async *read(after: Position, upTo: Position): AsyncGenerator<Commit> {
    await this.#whenRepaired();
    const last = Math.min(upTo, this.#last.end);
    this.#readings += 1;
    try {
      for (const segment of this.segments) {
        if (segment.end <= after || segment.after >= last) continue;
        const path = this.#pathOf(segment);
        yield* commitsIn(path, await this.#contentOf(path), segment, after, last);
      }
    } finally {
      this.#readings -= 1;
      await this.#removeForgotten();
    }
  }

  /** Forgets the files before a position at which one begins. That the history begins there must be durable already. */
  async forget(upTo: Position): Promise<void> {
    this.#forgotten.push(...this.#earlier.filter(({ after }) => after < upTo));
    this.#earlier = this.#earlier.filter(({ after }) => after >= upTo);
    await this.#removeForgotten();
  }

  /** Resolves when all pending work has ended. */
  async idle(): Promise<void> {
    await this.#writing;
    await this.#repairing?.catch(() => {});
  }

  async #writeQueue(): Promise<void> {
    // Appends of the same moment are written together.
    await Promise.resolve();
    try {
      while (this.#queue.length > 0) {
        await this.#whenRepaired();
        await this.#writeBatch();
      }
    } catch (cause) {
      // Failed commits must not reappear after their callers were told of the failure.
      await this.#whenRepaired().catch(() => {});
      this.#handedOver = this.#last.end;
      for (const { append } of this.#queue.splice(0)) append?.reject(this.#failed(cause));
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeBatch(): Promise<void> {
    if (this.#last.bytes >= this.#dependencies.segmentBytes) await this.#beginNext();
    const { bytes: synced } = this.#last;
    let { end, bytes } = this.#last;
    const lines: Buffer[] = [];
    for (const { commit } of this.#queue) {
      if (bytes - synced >= MAX_BATCH_BYTES) break;
      const line = Buffer.from(commitLine(commit, synced));
      lines.push(line);
      bytes += line.length;
      end = lastPosition(commit);
    }
    await this.#use(async (file, path) => {
      if ((await file.size()) !== synced)
        throw new Damaged(path, null, `another program has changed its size of ${synced}`);
      try {
        await writeWhole(file, Buffer.concat(lines), synced);
        await file.datasync();
      } catch (cause) {
        this.#isTorn = true;
        throw cause;
      }
    });
    this.#last = { ...this.#last, end, bytes };
    for (const { append } of this.#queue.splice(0, lines.length)) append?.resolve();
  }

  async #beginNext(): Promise<void> {
    const next = await beginSegment(this.#dependencies.disk, this.#folder, this.#worldId, this.#last.end);
    this.#earlier = this.segments;
    this.#last = next;
  }

  /** Cuts off what a failed write left. Rejects with `WriteFailed` if that fails. */
  async #whenRepaired(): Promise<void> {
    if (!this.#isTorn) return;
    this.#repairing ??= this.#use(async (file) => {
      await file.truncate(this.#last.bytes);
      await file.sync();
      this.#isTorn = false;
    }).finally(() => {
      this.#repairing = undefined;
    });
    await this.#repairing.catch((cause: unknown) => {
      throw this.#failed(cause);
    });
  }

  /** Opens the last file for some work: kept open, it could be one that was removed or replaced. */
  async #use(work: (file: DiskFile, path: string) => Promise<void>): Promise<void> {
    const path = this.#pathOf(this.#last);
    await this.#dependencies.writing.always(async () => {
      const file = await this.#dependencies.disk.open(path, "r+");
      try {
        await work(file, path);
      } finally {
        // Errors of closing do not matter: everything is already durable.
        await file.close().catch(() => {});
      }
    });
  }

  async #contentOf(path: string): Promise<Buffer> {
    return this.#dependencies.disk.readFile(path).catch((cause: unknown) => {
      if (!hasCode(cause, "ENOENT")) throw cause;
      throw new Damaged(path, null, "the file is missing");
    });
  }

  /** Removes forgotten files that are no longer read. What cannot be removed now is removed when the world is opened. */
  async #removeForgotten(): Promise<void> {
    if (this.#readings > 0) return;
    for (const segment of this.#forgotten.splice(0)) {
      await this.#dependencies.disk.unlink(this.#pathOf(segment)).catch(() => {});
    }
  }

  #pathOf({ name }: Segment): string {
    return join(this.#folder, name);
  }

  #failed(cause: unknown): WriteFailed {
    if (cause instanceof WriteFailed) return cause;
    return new WriteFailed(`the history of ${this.#worldId} could not be written`, { cause });
  }
}
