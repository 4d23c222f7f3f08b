import type { Commit, End, Position } from "../../store/world-store.ts";
import { unwritten } from "../unavailable.ts";
import type { HistoryLog, LogWatch } from "./history-log.ts";

/**
 * Gathers the commits of a turn, which the store appends when its work is done. Between two turns nothing can be written:
 * others may write then. The first failure ends the log.
 */
export class TurnLog implements HistoryLog {
  readonly #watch: LogWatch;
  #end: End;
  #gathering: Commit[] | undefined;
  /** Settles with the turn whose commits were gathered last. */
  #turn: PromiseWithResolvers<void> | undefined;

  constructor(end: End, watch: LogWatch) {
    this.#end = end;
    this.#watch = watch;
  }

  /** The end of the history as this process knows it. */
  get end(): End {
    return this.#end;
  }

  get durable(): Position {
    return this.#end.position;
  }

  append(commit: Commit): void {
    if (this.#gathering === undefined) throw unwritten("nothing can be written between two turns");
    this.#gathering.push(commit);
    this.awaitTurn();
  }

  /** The turn takes to the store what its work has appended. */
  flush(): void {}

  /** The turn changes something that must be durable before anybody sees it, be it without a commit. */
  awaitTurn(): void {
    // Outside of a turn it waits for the next one, which knows nothing of those who ask now.
    if (this.#turn !== undefined || this.#gathering === undefined) return;
    this.#turn = Promise.withResolvers();
    // Who waits for it learns of the failure; the watch does in any case.
    this.#turn.promise.catch(() => undefined);
  }

  whenDurable(): Promise<void> | undefined {
    return this.#turn?.promise;
  }

  /** Gathers what is appended in a block of work. */
  gather(work: () => void): readonly Commit[] {
    const commits: Commit[] = [];
    this.#gathering = commits;
    try {
      work();
    } finally {
      this.#gathering = undefined;
    }
    return commits;
  }

  /** Others have appended up to this end. */
  follow(end: End): void {
    const hasGrown = end.position > this.#end.position;
    // When two reads of the store overlap, the later one may return first.
    if (hasGrown) this.#end = end;
    if (hasGrown) this.#watch.onDurable(end.position);
  }

  /** The turn has ended: everything up to this end is durable. */
  keep(end: End): void {
    this.#turn?.resolve();
    this.#turn = undefined;
    this.follow(end);
  }

  /** The turn has failed after its work. */
  fail(error: unknown): void {
    this.#turn?.reject(error);
    this.#watch.onFailure(error);
  }
}
