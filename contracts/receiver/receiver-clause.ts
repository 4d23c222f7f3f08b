import type { Section } from "../clauses/sections.ts";
import type { Delivery, Expectation } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import type { Visit } from "./visit.ts";

/**
 * `documented`: the platform's document demands it. `recommendation`: it does not, but a receiver that does otherwise may
 * lose deliveries one day, or accept more than it should.
 */
export type ReceiverClauseKind = "documented" | "recommendation";

export interface ReceiverRequirement {
  readonly id: string;
  /** The heading of the document that demands it, or says what it is about. */
  readonly section: Section;
  readonly kind: ReceiverClauseKind;
  /** One sentence that is true of a receiver which meets the clause. */
  readonly text: string;
}

/** Most clauses are about deliveries that all get the same treatment. */
export interface DeliveryClause extends ReceiverRequirement {
  readonly expects: Expectation;
  readonly deliveries: (drafts: Drafts) => readonly Delivery[];
  /** Whether a rejection counts though nothing is known of the same body with the right signature. */
  readonly needsNoTwins?: true;
}

export interface LookClause extends ReceiverRequirement {
  readonly look: (visit: Visit) => Promise<void>;
  /** Whether it can judge a receiver that recognises no plain delivery, on which the others build. */
  readonly standsAlone?: true;
  /** Whether it looks back at all other clauses. */
  readonly isLast?: true;
}

export type ReceiverClause = DeliveryClause | LookClause;

/** Plays a clause: what the receiver does wrong is then in the faults of the visit. */
export async function play(clause: ReceiverClause, visit: Visit): Promise<void> {
  if ("look" in clause) return clause.look(visit);
  for (const delivery of clause.deliveries(visit.drafts)) {
    if (clause.expects === "acknowledged") await visit.acknowledged(delivery);
    else if (clause.expects === "recognised") await visit.recognised(delivery);
    else if (clause.needsNoTwins) await visit.justRejected(delivery);
    else await visit.rejected(delivery);
  }
}
