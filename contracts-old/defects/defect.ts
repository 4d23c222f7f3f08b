/** A small textual change of the sandbox's source that breaks it the way a real implementation would be broken. */
export interface Defect {
  /** Stable and readable: `sixth-try-allowed`. */
  readonly id: string;
  /** The clauses that must be found broken; others may be, too. */
  readonly breaks: readonly string[];
  /** Where, from the root of the project. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A change that no documented clause may notice: what it touches is not documented. */
export interface HarmlessChange extends Omit<Defect, "breaks"> {
  /** One sentence: what is different, and why it is allowed. */
  readonly why: string;
}
