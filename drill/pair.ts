/** Something that the application has met, and what went wrong with it. */
export interface Pair {
  /** An operation, an operation with its outcome, or an event. */
  readonly subject: string;
  /** `none` where nothing did. */
  readonly fault: string;
}
