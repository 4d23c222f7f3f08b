import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Commit, lastPosition, type Position } from "./world-store.ts";

/** Commits that are packed together: enough to have much in common, few enough to be packed in a few milliseconds. */
const BLOCK_LENGTH = 256;

/** Higher levels take three times as long and save another tenth. */
const LEVEL = 1;

interface Block {
  /** The position of its first event. */
  readonly first: Position;
  /** The commits, as compressed JSON. */
  readonly bytes: Uint8Array;
}

/**
 * A history in memory whose beginning is packed. That of a large world then takes a tenth of the memory, and the garbage
 * collector need not look at it. Later commits are not packed: a busy world would spend a tenth of its time with that.
 */
export class PackedHistory implements Iterable<Commit> {
  #blocks: Block[] = [];
  /** The commits after those of the blocks. */
  #newest: Commit[] = [];

  /** Makes a history that begins with these commits, in short steps. */
  static *beginningWith(commits: Iterable<Commit>): Generator<void, PackedHistory> {
    const history = new PackedHistory();
    for (const commit of commits) {
      history.begin(commit);
      yield;
    }
    return history;
  }

  /** Appends a commit of the beginning, which is packed with its neighbours. */
  begin(commit: Commit): void {
    this.#newest.push(commit);
    if (this.#newest.length >= 2 * BLOCK_LENGTH) this.#blocks.push(packed(this.#newest.splice(0, BLOCK_LENGTH)));
  }

  /** Appends a commit, which the caller may not change afterwards. */
  push(commit: Commit): void {
    this.#newest.push(commit);
  }

  [Symbol.iterator](): Iterator<Commit> {
    return this.after(0);
  }

  /** The position of the last event, or null if there is none. */
  get end(): Position | null {
    // Blocks are forgotten before the commits that follow them.
    const last = this.#newest.at(-1);
    return last === undefined ? null : lastPosition(last);
  }

  /**
   * Yields the commits with an event after a position, oldest first. They may be forgotten while it reads. Commits that are
   * appended by then may appear.
   */
  *after(position: Position): Generator<Commit> {
    const newest = this.#newest;
    const blocks = this.#blocks.slice(Math.max(0, this.#lastBlock(position + 1)));
    for (const block of blocks) yield* commitsAfter(unpacked(block), position);
    for (let i = indexAfter(newest, position); i < newest.length; i += 1) {
      const commit = newest[i];
      if (commit !== undefined) yield commit;
    }
  }

  /** Returns the last end of a commit at or before a position, or null. */
  lastEnd(upTo: Position): Position | null {
    const index = this.#lastBlock(upTo);
    const block = this.#blocks[index];
    const inNewest = lastEndIn(this.#newest, upTo);
    if (inNewest !== null || block === undefined) return inNewest;
    return lastEndIn(unpacked(block), upTo) ?? (index === 0 ? null : block.first - 1);
  }

  /** Forgets the commits up to the end of one of them. */
  forget(upTo: Position): void {
    const [block, ...later] = this.#blocks.slice(Math.max(0, this.#lastBlock(upTo + 1)));
    const rest = block === undefined ? [] : commitsAfter(unpacked(block), upTo);
    this.#blocks = rest.length === 0 ? later : [packed(rest), ...later];
    // A new list, since a reading may still use the old one.
    this.#newest = commitsAfter(this.#newest, upTo);
  }

  /** Returns the index of the last block that begins at or before a position, or -1. */
  #lastBlock(position: Position): number {
    return this.#blocks.findLastIndex(({ first }) => first <= position);
  }
}

function commitsAfter(commits: readonly Commit[], position: Position): Commit[] {
  return commits.slice(indexAfter(commits, position));
}

function lastEndIn(commits: readonly Commit[], upTo: Position): Position | null {
  const last = commits[indexAfter(commits, upTo) - 1];
  return last === undefined ? null : lastPosition(last);
}

/** Returns the index of the first commit with an event after a position, by binary search. */
function indexAfter(commits: readonly Commit[], after: Position): number {
  let low = 0;
  let high = commits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const commit = commits[middle];
    if (commit !== undefined && lastPosition(commit) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}

function packed(commits: readonly Commit[]): Block {
  const compressed = deflateRawSync(JSON.stringify(commits), { level: LEVEL });
  // A copy, because the compressor returns a part of a buffer that is three times as large.
  return { first: commits[0]?.first ?? 0, bytes: new Uint8Array(compressed) };
}

function unpacked({ bytes }: Block): readonly Commit[] {
  return JSON.parse(inflateRawSync(bytes).toString());
}
