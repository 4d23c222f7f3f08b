import type { TraceEntry } from "../trace/trace.ts";
import type { NodeSeen } from "./judge.ts";

/** What a response or a notification shows of one node of the description: it agrees, or it differs. */
export interface Sighting extends NodeSeen {
  /** Where it was seen. */
  readonly entry: TraceEntry;
  /** The outcome whose response this is, or the event of a notification. */
  readonly outcome: string;
}
