/** A call that has ended, as the log keeps it. */
export interface NotedCall {
  readonly operationId: string | null;
  readonly status: number | null;
  /** What else there is to tell, as JSON without secrets. */
  readonly text: string;
}

/** What a process has to tell of a world since it last wrote. */
export interface Notes {
  /** The newest calls, in the order in which they ended. */
  readonly calls: readonly NotedCall[];
  /** How many calls ended before these and were not noted. */
  readonly missed: number;
  /** How often each thing was met, by its name. */
  readonly met: ReadonlyMap<string, number>;
}

/** Which calls of a world are asked for. */
export interface CallRange {
  readonly after: number;
  readonly before: number | null;
  readonly operationId: string | null;
  readonly status: number | null;
  readonly limit: number;
}

/** A call with its number: those of a world count from 1. */
export interface LoggedCall {
  readonly requestId: number;
  readonly text: string;
}

/**
 * The last calls of each world and counts of what was met, for all processes that share a store. A crash of the database
 * may empty it: nothing that was acknowledged depends on it.
 */
export interface CallLog {
  /** Adds notes, and keeps the last `keep` calls of each of these worlds. Notes of unknown worlds are dropped. */
  write(notes: ReadonlyMap<string, Notes>, keep: number): Promise<void>;
  /** Returns calls of a world, newest first. */
  newest(id: string, range: CallRange): Promise<readonly LoggedCall[]>;
  /** Returns how often each thing was met in a world, or in all that there ever were. */
  met(id: string | null): Promise<ReadonlyMap<string, number>>;
}
