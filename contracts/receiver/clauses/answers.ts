import { durationText } from "../../report/duration.ts";
import { isOfClass, type Posted } from "../posted.ts";
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
    look: async (visit) => {
      if (!visit.round.posted.some(isForged)) await visit.forged({ ...visit.drafts.plain(), signature: null });
      blameThose(visit, (posted) => isForged(posted) && (isOfClass(posted, 3) || isOfClass(posted, 5)), "400 to 499");
    },
    ...looksBack,
  },
  {
    id: "answers.no-redirect",
    section: "Events: Delivery attempts",
    kind: "documented",
    text: "The receiver responds itself: nobody follows a redirect, and it acknowledges nothing.",
    look: async (visit) => blameThose(visit, (posted) => !isForged(posted) && isOfClass(posted, 3), "200 to 299"),
    ...looksBack,
  },
  {
    id: "answers.in-time",
    section: "Events: Delivery headers",
    kind: "documented",
    text: "The receiver completes every response within 10 seconds.",
    look: async (visit) => {
      const limit = durationText(visit.round.addressee.answerMs);
      blameThose(visit, ({ isLate }) => isLate, `a response within ${limit}`);
    },
    ...looksBack,
  },
  {
    id: "answers.to-the-end",
    section: "Events: Delivery attempts",
    kind: "documented",
    text: "The receiver still recognises a delivery after all that came before.",
    look: async (visit) => {
      if (visit.round.gone !== undefined) visit.fault(visit.round.gone);
      else await visit.recognised({ ...visit.drafts.plain(), what: "the last delivery" });
    },
    ...looksBack,
  },
];

function isForged({ expected }: Posted): boolean {
  return expected === "rejected";
}

function blameThose(visit: Visit, isWrong: (posted: Posted) => boolean, expected: string): void {
  visit.blame(visit.round.posted.filter(isWrong), `${expected} was expected`);
}
