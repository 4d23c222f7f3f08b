import type { Story } from "../stories/story.ts";
import type { Seen } from "../model/seen.ts";
import type { Section } from "./sections.ts";

/**
 * `documented`: the platform's document demands it, and a target that does otherwise is broken. `assumption`: the document
 * leaves it open, and a difference is only observed.
 */
export type ClauseKind = "documented" | "assumption";

interface Said {
  /** Permanent and readable: `otp.resend-lifts-block`. */
  readonly id: string;
  /** The heading of the platform's document that demands it, or under which it would stand. */
  readonly section: Section;
  readonly kind: ClauseKind;
  /** One sentence that is true of a target which meets the clause. */
  readonly text: string;
  /** The stories that bring about what the clause judges. Any other part of the run may bring it about as well. */
  readonly needs: readonly Story[];
  /** Nodes of the description that it answers for, as path patterns: what is wrong there is this clause's finding. */
  readonly covers?: readonly string[];
}

/** A requirement that can be broken alone, with how it is judged. */
export interface Clause extends Said {
  /** Looks at all that a run has seen. Throws `Broken`, or `NotJudged` where nothing of it was seen. */
  readonly judge: (seen: Seen) => void;
}

export function clause(said: Said, judge: (seen: Seen) => void): Clause {
  return { ...said, judge };
}
