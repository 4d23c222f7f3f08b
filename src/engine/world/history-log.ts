import type { Commit, Position } from "../../store/world-store.ts";

/** Where a world at work writes its commits. */
export interface HistoryLog {
  /** The position up to which the history is durable. */
  readonly durable: Position;
  append(commit: Commit): void;
  /** Ends a block of work: what was appended in it goes to the store. */
  flush(): void;
  /**
   * Returns a promise that resolves when everything appended so far is durable, or undefined if it already is. The
   * promise rejects if that never happens.
   */
  whenDurable(): Promise<void> | undefined;
}

/** Is called with the results of writes. */
export interface LogWatch {
  /** The history is durable up to this position. */
  onDurable(position: Position): void;
  /** The last appended commits are not durable and never will be. */
  onFailure(error: unknown): void;
}
