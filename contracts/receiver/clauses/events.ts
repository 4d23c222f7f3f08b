import type { DescribedEvent } from "../described-events.ts";
import { notChosen } from "../drafts.ts";
import { idOf, unknownThing } from "../knowledge.ts";
import { looks, type ReceiverClause } from "../receiver-clause.ts";
import { responded, type Visit } from "../visit.ts";

/** One for each event of the description, and some for what a receiver cannot know. */
export function eventClauses(events: readonly DescribedEvent[]): readonly ReceiverClause[] {
  return [
    ...events.flatMap(ofEvent).map(alone),
    ...looks("Events: Delivery headers", "recommendation", [
      unknownThing,
      "The receiver acknowledges a delivery about a charge, a withdrawal or a subscription that it does not know.",
      unknownCharge,
    ]),
    ...looks("Versioning", "recommendation", [
      "events.unknown",
      "The receiver acknowledges an event that it cannot know: the list of events may grow.",
      unknownEvent,
    ]).map(alone),
  ];
}

function alone(clause: ReceiverClause): ReceiverClause {
  return { ...clause, standsAlone: true };
}

function ofEvent({ name, isDocumented, isFired }: DescribedEvent): readonly ReceiverClause[] {
  const why = isFired ? "which a test of the webhook sends" : "which is reserved for later";
  const isShown = isDocumented && isFired;
  return looks("Events: Event names", isShown ? "documented" : "recommendation", [
    idOf(name),
    `The receiver acknowledges \`${name}\`${isShown ? "" : `, ${why}`}.`,
    async (visit) => {
      if (!visit.drafts.has(name)) throw notChosen();
      await visit.mustBeAcknowledged(responded(await visit.knowledge.plain(name)));
    },
  ]);
}

async function unknownCharge(visit: Visit): Promise<void> {
  for (const { name } of visit.drafts.events) {
    const posted = await visit.knowledge.plain(name);
    if (await visit.knowledge.isOfUnknown(posted)) visit.blame([posted], "200 to 299 was expected");
  }
}

async function unknownEvent(visit: Visit): Promise<void> {
  const { drafts, knowledge } = visit;
  const alike = drafts.unknown(drafts.body("charge.paid"), "an event that is not described");
  // A receiver that rejects unknown charges may look for the charge before the event.
  if (!(await knowledge.isOfUnknown(await knowledge.plain("charge.paid")))) await visit.acknowledged(alike);
  const invoice = { event: "", data: { invoiceId: "inv_1" }, timestamp: new Date().toISOString() };
  const what = "an event about something that is not described";
  await visit.acknowledged(drafts.unknown(invoice, what, "invoice.settled"));
}
