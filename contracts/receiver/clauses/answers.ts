import type { Posted } from "../posting.ts";
import type { LookClause } from "../receiver-clause.ts";
import type { Visit } from "../visit.ts";

const looksBack = { standsAlone: true, isLast: true } as const;

/** What holds for every response; they look back at all deliveries of the check. */
export const answerClauses: readonly LookClause[] = [
  {
    id: "answers.refusal",
    section: "Events: Delivery headers",
    kind: "recommendation",
    text: "The receiver rejects a wrong signature with a 4xx, best with 401; it neither fails nor redirects.",
    look: rejections,
    ...looksBack,
  },
  {
    id: "answers.no-redirect",
    section: "Events: Delivery attempts",
    kind: "documented",
    text: "The receiver responds itself: nobody follows a redirect, and it acknowledges nothing.",
    look: redirects,
    ...looksBack,
  },
  {
    id: "answers.in-time",
    section: "Events: Delivery headers",
    kind: "documented",
    text: "The receiver completes every response within 10 seconds.",
    look: lateResponses,
    ...looksBack,
  },
  {
    id: "answers.to-the-end",
    section: "Events: Delivery attempts",
    kind: "documented",
    text: "The receiver still recognises a delivery after all that came before.",
    look: lastDelivery,
    ...looksBack,
  },
];

async function rejections(visit: Visit): Promise<void> {
  const areForged = ({ expected }: Posted) => expected === "rejected";
  const { posted } = visit.round;
  if (!posted.some(areForged)) await visit.forged({ ...visit.drafts.plain(), what: "no signature", signature: null });
  visit.blame(
    posted.filter(areForged).filter((one) => isOfClass(one, 3) || isOfClass(one, 5)),
    "400 to 499 was expected",
  );
}

async function redirects(visit: Visit): Promise<void> {
  const genuine = visit.round.posted.filter(({ expected }) => expected !== "rejected");
  visit.blame(
    genuine.filter((one) => isOfClass(one, 3)),
    "200 to 299 was expected",
  );
}

async function lateResponses(visit: Visit): Promise<void> {
  visit.blame(
    visit.round.posted.filter(({ isLate }) => isLate),
    "a response was expected within the time limit",
  );
}

async function lastDelivery(visit: Visit): Promise<void> {
  if (visit.round.gone !== undefined) visit.fault(visit.round.gone);
  else await visit.recognised({ ...visit.drafts.plain(), what: "the last delivery" });
}

function isOfClass({ answer: { status } }: Posted, first: number): boolean {
  return status !== undefined && Math.floor(status / 100) === first;
}
