import type { DescribedEvent } from "../described-events.ts";
import { NotChosen } from "../drafts.ts";
import { idOf, unknownThing } from "../knowledge.ts";
import type { LookClause, ReceiverClause } from "../receiver-clause.ts";
import { responded, type Visit } from "../visit.ts";

/** One for each event of the description, and some for what a receiver cannot know. */
export function eventClauses(events: readonly DescribedEvent[]): readonly ReceiverClause[] {
  return [...events.map(ofEvent), unknownCharge, unknownEvent];
}

function ofEvent({ name, isDocumented, isFired }: DescribedEvent): LookClause {
  const why = isFired ? ", which a test of the webhook sends" : ", which is reserved for later";
  const isShown = isDocumented && isFired;
  return {
    id: idOf(name),
    section: "Events: Event names",
    kind: isShown ? "documented" : "recommendation",
    text: `The receiver acknowledges \`${name}\`${isShown ? "" : why}.`,
    standsAlone: true,
    look: async (visit) => {
      if (!visit.drafts.has(name)) throw new NotChosen();
      await visit.mustBeAcknowledged(responded(await visit.knowledge.plain(name)));
    },
  };
}

const unknownEvent: ReceiverClause = {
  id: "events.unknown",
  section: "Versioning",
  kind: "recommendation",
  text: "The receiver acknowledges an event that it cannot know: the list of events may grow.",
  standsAlone: true,
  look: async (visit) => {
    const { drafts, knowledge } = visit;
    const alike = drafts.unknown(drafts.body("charge.paid"), "an event that nobody has described");
    // Whoever rejects unknown charges may look for the charge before the event.
    if (!(await knowledge.isOfUnknown(await knowledge.plain("charge.paid")))) await visit.acknowledged(alike);
    const invoice = { event: "", data: { invoiceId: "inv_1" }, timestamp: new Date().toISOString() };
    const what = "an event about something that nobody has described";
    await visit.acknowledged(drafts.unknown(invoice, what, "invoice.settled"));
  },
};

const unknownCharge: ReceiverClause = {
  id: unknownThing,
  section: "Events: Delivery headers",
  kind: "recommendation",
  text: "The receiver acknowledges a delivery about a charge, a withdrawal or a subscription that it does not know.",
  look: lookAtUnknown,
};

async function lookAtUnknown(visit: Visit): Promise<void> {
  for (const { name } of visit.drafts.events) {
    const posted = await visit.knowledge.plain(name);
    if (await visit.knowledge.isOfUnknown(posted)) visit.blame([posted], "200 to 299 was expected");
  }
}
