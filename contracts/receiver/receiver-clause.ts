import type { Section } from "../clauses/sections.ts";
import type { Expectation, ReceiverDelivery } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import type { Visit } from "./visit.ts";

/**
 * A requirement for a receiver. `documented`: the platform's document demands it. `recommendation`: it does not, but a
 * receiver that does otherwise may lose deliveries one day, or accept more than it should.
 */
interface Requirement {
  readonly id: string;
  /** The heading of the document that demands it, or says what it is about. */
  readonly section: Section;
  readonly kind: "documented" | "recommendation";
  /** One sentence that is true of a receiver which meets the clause. */
  readonly text: string;
}

/** Most clauses are about deliveries that all get the same treatment. */
export interface DeliveryClause extends Requirement {
  readonly expects: Expectation;
  readonly deliveries: (drafts: Drafts) => readonly ReceiverDelivery[];
}

export interface LookClause extends Requirement {
  readonly look: (visit: Visit) => Promise<void>;
  /** Whether it can judge a receiver that recognises no plain delivery, on which the others build. */
  readonly standsAlone?: true;
  /** Whether it looks back at all other clauses. */
  readonly isLast?: true;
  /** Whether no other clause may send anything at the same time. */
  readonly isExclusive?: true;
}

export type ReceiverClause = DeliveryClause | LookClause;

type Row<T> = readonly [id: string, text: string, what: T];

/** Makes clauses of rows with an id, a text, and what is sent. */
export function sends(
  section: Section,
  kind: Requirement["kind"],
  expects: Expectation,
  ...rows: readonly Row<DeliveryClause["deliveries"]>[]
): readonly DeliveryClause[] {
  return rows.map(([id, text, deliveries]) => ({ id, section, kind, text, expects, deliveries }));
}

/** Makes clauses of rows with an id, a text, and what is done. */
export function looks(
  section: Section,
  kind: Requirement["kind"],
  ...rows: readonly Row<LookClause["look"]>[]
): readonly LookClause[] {
  return rows.map(([id, text, look]) => ({ id, section, kind, text, look }));
}

export async function play(clause: ReceiverClause, visit: Visit): Promise<void> {
  if ("look" in clause) return clause.look(visit);
  for (const delivery of clause.deliveries(visit.drafts)) await visit[clause.expects](delivery);
}
