import type { Clause, DocumentedClause, RecommendedClause } from "../clauses/clause.ts";
import type { Drafts } from "./drafts.ts";
import type { Expectation, Letter } from "./letter.ts";
import type { Visit } from "./visit.ts";

/**
 * What is demanded of a receiver. `documented`: the platform's document demands it. `recommendation`: it does not, but a
 * receiver that does otherwise may lose letters one day, or take more than it should; so it is recommended.
 */
export type ReceiverClause = LetterClause | LookClause;

/** Most are about letters that must all be acknowledged, or all be refused. */
export interface LetterClause {
  readonly clause: Clause;
  readonly expects: Expectation;
  readonly letters: (drafts: Drafts) => readonly Letter[];
  readonly standsAlone?: true;
  /** Whether a refusal counts though nothing is known of the same body with the right signature: others tell of that. */
  readonly needsNoTwins?: true;
}

export interface LookClause {
  readonly clause: Clause;
  readonly look: (visit: Visit) => Promise<void>;
  /** Whether it has something to say of a receiver that does not take the plain letter, on which the others build. */
  readonly standsAlone?: true;
}

export function documented(id: string, section: Clause["section"], text: string): DocumentedClause {
  return { kind: "documented", id, section, text };
}

export function recommended(id: string, section: Clause["section"], text: string): RecommendedClause {
  return { kind: "recommendation", id, section, text };
}
