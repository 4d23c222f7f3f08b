import type { Posted } from "../posted.ts";

/** What each source tells, in their order. It only matters whether it is the same as before. */
export type State = readonly string[];

/** A delivery during whose answer the receiver was ended, with the state before it and after its restart. */
export interface Crash {
  readonly posted: Posted;
  readonly before: State;
  /** The same as before if it stayed. */
  readonly after: State;
}

/** One new delivery that should have an effect, with the state around it. */
export interface Trial {
  readonly posted: Posted;
  readonly before: State;
  /** Undefined if the state stayed as it was. */
  readonly after: State | undefined;
}
