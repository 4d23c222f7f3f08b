import type { Posted } from "../posted.ts";

/** What each source tells, in their order. It only matters whether it is the same as before. */
export type State = readonly string[];

/** One new delivery that should have an effect, with the state around it. */
export interface Trial {
  readonly posted: Posted;
  readonly before: State;
  /** Undefined if the state stayed as it was. */
  readonly after: State | undefined;
}
