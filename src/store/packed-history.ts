import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Commit, lastPosition, type Position } from "./world-store.ts";

/** Commits that are packed together: enough to have much in common, few enough to be packed within a millisecond. */
const BLOCK_LENGTH = 256;

/** Higher levels take three times as long and save another tenth. */
const LEVEL = 1;

interface Block {
  /** The position of its first event. */
  readonly first: Position;
  /** The commits, as compressed JSON. */
  readonly bytes: Buffer;
}

/**
 * A history in memory. All commits but the newest are packed, which takes a tenth of the memory, and the garbage
 * collector need not look at them.
 */
export class PackedHistory {
  #blocks: Block[] = [];
  /** The commits after those of the blocks. */
  #newest: Commit[] = [];

  /** Appends a commit, which nobody may change afterwards. */
  push(commit: Commit): void {
    this.#newest.push(commit);
    if (this.#newest.length === 2 * BLOCK_LENGTH) this.#blocks.push(packed(this.#newest.splice(0, BLOCK_LENGTH)));
  }

  /** The position of the last event, or null if there is none. */
  get end(): Position | null {
    const last = this.#newest.at(-1);
    return last === undefined ? null : lastPosition(last);
  }

  /**
   * Yields the commits with an event after a position, oldest first: those that are here when the first one is asked
   * for, even if they are forgotten meanwhile.
   */
  *after(position: Position): Generator<Commit> {
    const newest = [...this.#newest];
    const blocks = this.#blocks.slice(Math.max(0, this.#lastBlock(position + 1)));
    for (const block of blocks) yield* commitsAfter(unpacked(block), position);
    yield* commitsAfter(newest, position);
  }

  /** Returns the last end of a commit at or before a position, or null. */
  lastEnd(upTo: Position): Position | null {
    const among = (commits: readonly Commit[]) => commits.map(lastPosition).findLast((end) => end <= upTo);
    const index = this.#lastBlock(upTo);
    const block = this.#blocks[index];
    if (block === undefined) return among(this.#newest) ?? null;
    const beforeBlock = index === 0 ? null : block.first - 1;
    return among(this.#newest) ?? among(unpacked(block)) ?? beforeBlock;
  }

  /** Forgets the commits up to the end of one of them. */
  forget(upTo: Position): void {
    const index = this.#lastBlock(upTo + 1);
    const [block, ...later] = index < 0 ? this.#blocks : this.#blocks.slice(index);
    const rest = block === undefined ? [] : commitsAfter(unpacked(block), upTo);
    this.#blocks = rest.length === 0 ? later : [packed(rest), ...later];
    this.#newest = commitsAfter(this.#newest, upTo);
  }

  /** Returns the index of the last block that begins at or before a position, or -1. */
  #lastBlock(position: Position): number {
    return this.#blocks.findLastIndex(({ first }) => first <= position);
  }
}

function commitsAfter(commits: readonly Commit[], position: Position): Commit[] {
  const index = commits.findIndex((commit) => lastPosition(commit) > position);
  return index < 0 ? [] : commits.slice(index);
}

function packed(commits: readonly Commit[]): Block {
  const bytes = deflateRawSync(JSON.stringify(commits), { level: LEVEL });
  return { first: commits[0]?.first ?? 0, bytes };
}

function unpacked({ bytes }: Block): readonly Commit[] {
  return JSON.parse(inflateRawSync(bytes).toString());
}
