import type { TraceEntry } from "../trace/trace.ts";

/** What a response or a notification shows of one node of the description: it agrees, or it differs. */
export interface Sighting {
  /** The node's path in the shipped description. */
  readonly path: readonly string[];
  /** Whether the platform's document shows the node: a difference is then a fault of the target. */
  readonly documented: boolean;
  /** What was seen instead, in one sentence; absent where it is as described. */
  readonly differs?: string;
  /** Where it was seen. */
  readonly entry: TraceEntry;
  /** The outcome whose response this is, or the event of a notification. */
  readonly outcome: string;
}
