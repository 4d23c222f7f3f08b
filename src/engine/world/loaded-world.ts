import { earlier, type Instant } from "../../domain/instant.ts";
import type { Chronicle } from "../history/chronicle.ts";
import type { CommitLog } from "./commit-log.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Machine } from "./machine.ts";

/**
 * A world in memory since it was read from its store: its state, its commits to be written, and its attempts under way.
 * After a failed write all of this is discarded together and the world is read again. After a rewind, the earlier state
 * takes its place and continues the same history.
 */
export interface LoadedWorld {
  readonly machine: Machine;
  readonly chronicle: Chronicle;
  readonly log: CommitLog;
  readonly dispatcher: Dispatcher;
}

/** Returns when the next item falls due or the next attempt can start; null if neither will. */
export function wakesAt({ machine, dispatcher }: LoadedWorld): Instant | null {
  return earlier(machine.nextDueAt, dispatcher.nextAttemptAt);
}
