import { durationText } from "../../judge/duration.ts";
import { isOfClass, type Posted } from "../posted.ts";
import { looks, type ReceiverClause } from "../receiver-clause.ts";
import type { Visit } from "../visit.ts";

const attempts = "Events: Delivery attempts";
const headers = "Events: Delivery headers";

/** What holds for every response; they look back at all deliveries of the check. */
export const answerClauses: readonly ReceiverClause[] = [
  ...looks(headers, "recommendation", [
    "answers.refusal",
    "The receiver rejects a wrong signature with a 4xx, best with 401; it neither fails nor redirects.",
    async (visit) => {
      if (!visit.round.posted.some(isForged))
        await visit.sent({ ...visit.drafts.plain(), signature: null }, "rejected");
      blameThose(visit, (posted) => isForged(posted) && (isOfClass(posted, 3) || isOfClass(posted, 5)), "400 to 499");
    },
  ]),
  ...looks(attempts, "documented", [
    "answers.no-redirect",
    "The receiver responds itself: a redirect is not followed, and acknowledges nothing.",
    async (visit) => blameThose(visit, (posted) => !isForged(posted) && isOfClass(posted, 3), "200 to 299"),
  ]),
  ...looks(headers, "documented", [
    "answers.in-time",
    "The receiver completes every response within 10 seconds.",
    async (visit) => {
      const limit = durationText(visit.round.addressee.answerMs);
      blameThose(visit, ({ isLate }) => isLate, `a response within ${limit}`);
    },
  ]),
  ...looks(attempts, "documented", [
    "answers.to-the-end",
    "The receiver still recognises a delivery after all that came before.",
    async (visit) => {
      if (visit.round.gone !== undefined) visit.fault(visit.round.gone);
      else await visit.recognised({ ...visit.drafts.plain(), what: "the last delivery" });
    },
  ]),
].map((clause) => ({ ...clause, standsAlone: true, isLast: true }));

function isForged({ expected }: Posted): boolean {
  return expected === "rejected";
}

function blameThose(visit: Visit, isWrong: (posted: Posted) => boolean, expected: string): void {
  visit.blame(visit.round.posted.filter(isWrong), `${expected} was expected`);
}
