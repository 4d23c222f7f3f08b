import type { Section } from "./sections.ts";

/**
 * A requirement, small enough to be broken alone.
 *
 * `documented`: the platform's document demands it, and a target that does otherwise is broken. `assumption`: the document
 * leaves it open, and a target that does otherwise than the description given is merely observed. `recommendation`: it is
 * demanded of receivers, by nobody but prudence.
 */
export type Clause = DocumentedClause | AssumptionClause | RecommendedClause;

export interface DocumentedClause {
  readonly kind: "documented";
  /** Stable and readable: `otp.resend-only-after-expiry`. */
  readonly id: string;
  /** One sentence in our own words, that is true of a target which holds it. */
  readonly text: string;
  /** The heading of the platform's document that demands it. */
  readonly section: Section;
}

export interface AssumptionClause {
  readonly kind: "assumption";
  readonly id: string;
  readonly text: string;
  /** The heading under which the document says that it is "not shown", or under which it would stand. */
  readonly section: Section;
  /**
   * The nodes of the description that bear `x-assumed` and that this clause speaks for: paths from its root, in which `*`
   * stands for one key and `**` for any number (`components/responses/Initiated`). A slash within a key is written `~1`.
   */
  readonly covers: readonly string[];
}

export interface RecommendedClause {
  readonly kind: "recommendation";
  readonly id: string;
  readonly text: string;
  /** The heading under which the document says what it is about. */
  readonly section: Section;
}
