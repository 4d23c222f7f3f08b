import type { DescribedEvent } from "../described-events.ts";
import { documented, type LetterClause, recommended } from "../receiver-clause.ts";

/** One for each event of the description, and one for what may come after it. */
export function eventClauses(events: readonly DescribedEvent[]): readonly LetterClause[] {
  return [...events.map((event) => (isShown(event) ? ofShown(event) : ofOther(event))), unknownEvent];
}

function isShown({ isDocumented, isFired }: DescribedEvent): boolean {
  return isDocumented && isFired;
}

function ofShown({ name }: DescribedEvent): LetterClause {
  return {
    clause: documented(idOf(name), "Events: Event names", `\`${name}\` is acknowledged.`),
    expects: "acknowledged",
    standsAlone: true,
    letters: (drafts) => [drafts.plain(name)],
  };
}

function ofOther({ name, isFired }: DescribedEvent): LetterClause {
  const why = isFired ? "which a test of the webhook sends" : "which is reserved for later";
  return {
    clause: recommended(idOf(name), "Events: Event names", `\`${name}\`, ${why}, is acknowledged.`),
    expects: "acknowledged",
    standsAlone: true,
    letters: (drafts) => [drafts.plain(name)],
  };
}

const unknownEvent: LetterClause = {
  clause: recommended(
    "events.unknown",
    "Versioning",
    "An event that the receiver cannot know is acknowledged: the list of events may grow.",
  ),
  expects: "acknowledged",
  standsAlone: true,
  letters: (drafts) => [
    drafts.signed(
      { ...drafts.body("charge.paid"), event: "charge.disputed.later" },
      "an event that nobody has described",
    ),
    drafts.signed(
      { event: "invoice.settled", data: { invoiceId: "inv_1" }, timestamp: new Date().toISOString() },
      "an event about something that nobody has described",
    ),
  ],
};

function idOf(event: string): string {
  return `events.${event.replaceAll(/[^a-z0-9]+/g, "-")}`;
}
