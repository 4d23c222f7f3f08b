import type { Section } from "../clauses/sections.ts";
import type { Expectation, ReceiverDelivery } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import type { Visit } from "./visit.ts";

/**
 * A requirement for a receiver. `documented`: the platform's document demands it. `recommendation`: it does not, but a
 * receiver that does otherwise may lose deliveries one day, or accept more than it should.
 */
export interface ReceiverClause {
  readonly id: string;
  /** The heading of the document that demands it, or says what it is about. */
  readonly section: Section;
  readonly kind: "documented" | "recommendation";
  /** One sentence that is true of a receiver which meets the clause. */
  readonly text: string;
  readonly look: (visit: Visit) => Promise<void>;
  /** What it sends and expects, where all its deliveries get the same treatment. */
  readonly sends?: { readonly expected: Expectation; readonly deliveries: Deliveries };
  /** Whether it can judge a receiver that recognises no plain delivery, on which the others build. */
  readonly standsAlone?: true;
  /** Whether it looks back at all other clauses. */
  readonly isLast?: true;
  /** Whether no other clause may send anything at the same time. */
  readonly isExclusive?: true;
}

type Deliveries = (drafts: Drafts) => readonly ReceiverDelivery[];
type Row<T> = readonly [id: string, text: string, what: T];

/** Makes clauses of rows with an id, a text, and what is sent. */
export function sends(
  section: Section,
  kind: ReceiverClause["kind"],
  expected: Expectation,
  ...rows: readonly Row<Deliveries>[]
): readonly ReceiverClause[] {
  return rows.map(([id, text, deliveries]) => {
    const look = async (visit: Visit) => {
      for (const delivery of deliveries(visit.drafts)) await visit[expected](delivery);
    };
    return { id, section, kind, text, look, sends: { expected, deliveries } };
  });
}

/** Makes clauses of rows with an id, a text, and what is done. */
export function looks(
  section: Section,
  kind: ReceiverClause["kind"],
  ...rows: readonly Row<ReceiverClause["look"]>[]
): readonly ReceiverClause[] {
  return rows.map(([id, text, look]) => ({ id, section, kind, text, look }));
}
