import { isAnswered, type Posted } from "../posting.ts";
import { documented, type LookClause, recommended } from "../receiver-clause.ts";
import type { Visit } from "../visit.ts";

/** What holds of every answer; they look back at all letters of the run, and come last. */
export const answerClauses: readonly LookClause[] = [
  {
    clause: recommended(
      "answers.refusal",
      "Events: Delivery headers",
      "A wrong signature is refused with a 4xx, best with 401, and makes the receiver neither fail nor redirect.",
    ),
    look: refusals,
    standsAlone: true,
  },
  {
    clause: documented(
      "answers.no-redirect",
      "Events: Delivery attempts",
      "The receiver answers itself: a redirect is not followed, and acknowledges nothing.",
    ),
    look: redirects,
    standsAlone: true,
  },
  {
    clause: documented(
      "answers.in-time",
      "Events: Delivery headers",
      "Every letter gets its whole answer within 10 seconds.",
    ),
    look: lateAnswers,
    standsAlone: true,
  },
  {
    clause: documented(
      "answers.to-the-end",
      "Events: Delivery attempts",
      "After all that came before, a letter is still acknowledged.",
    ),
    look: lastLetter,
    standsAlone: true,
  },
];

async function refusals(visit: Visit): Promise<void> {
  const areForged = ({ expected }: Posted) => expected === "refused";
  if (!visit.rounds.posted.some(areForged))
    await visit.forged({ ...visit.drafts.plain(), what: "no signature", signature: null });
  visit.blame(
    visit.rounds.posted.filter(areForged).filter((posted) => isAnswered(posted, "3xx") || isAnswered(posted, "5xx")),
    "400 to 499 was expected",
  );
}

async function redirects(visit: Visit): Promise<void> {
  const letters = visit.rounds.posted.filter(({ expected }) => expected === "acknowledged");
  visit.blame(
    letters.filter((posted) => isAnswered(posted, "3xx")),
    "200 to 299 was expected",
  );
}

async function lateAnswers(visit: Visit): Promise<void> {
  visit.blame(
    visit.rounds.posted.filter(({ isLate }) => isLate),
    "an answer was expected by then",
  );
}

async function lastLetter(visit: Visit): Promise<void> {
  if (visit.rounds.gone === undefined) await visit.acknowledged({ ...visit.drafts.plain(), what: "the last letter" });
  else visit.fault(visit.rounds.gone);
}
