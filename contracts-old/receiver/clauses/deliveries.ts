import { isObject } from "../../description/json.ts";
import { type Drafts, withData } from "../drafts.ts";
import { type Letter, newDeliveryId } from "../letter.ts";
import { documented, type ReceiverClause, recommended } from "../receiver-clause.ts";
import type { Visit } from "../visit.ts";

/** How letters come: again, in another order, many at once. */
export const deliveryClauses: readonly ReceiverClause[] = [
  {
    clause: documented(
      "deliveries.repeated",
      "Events: Delivery attempts",
      "A delivery that comes again, with the same identifier, is acknowledged again.",
    ),
    expects: "acknowledged",
    letters: (drafts) => {
      const letter = drafts.plain();
      return [
        letter,
        { ...letter, what: "the same delivery again" },
        { ...letter, what: "the same delivery once more" },
      ];
    },
  },
  {
    clause: documented(
      "deliveries.out-of-order",
      "Events: Delivery attempts",
      "A charge's payment is acknowledged before its creation is told, and its creation afterwards.",
    ),
    expects: "acknowledged",
    letters: outOfOrder,
  },
  {
    clause: documented(
      "deliveries.at-once",
      "Events: Delivery attempts",
      "Of 20 letters that come at once, each gets the answer that it would get alone.",
    ),
    look: manyAtOnce,
  },
  {
    clause: recommended(
      "deliveries.same-connection",
      "Events: Delivery attempts",
      "Letters on one connection are answered as if each had its own, after a refusal too.",
    ),
    look: onOneConnection,
  },
];

function outOfOrder(drafts: Drafts): readonly Letter[] {
  const paid = drafts.body("charge.paid");
  const chargeId = isObject(paid.data) ? paid.data.chargeId : undefined;
  const pending = withData(drafts.body("charge.pending"), { chargeId });
  const processing = withData(drafts.body("charge.processing"), { chargeId });
  return [
    drafts.signed(paid, "charge.paid of a charge that is not known yet"),
    drafts.signed(pending, "charge.pending of a charge that is paid"),
    drafts.signed(processing, "charge.processing of a charge that is paid"),
  ];
}

/** A receiver that keeps something of one request where the next one finds it would take one for the other. */
async function manyAtOnce(visit: Visit): Promise<void> {
  const { drafts } = visit;
  const letters = Array.from({ length: 20 }, () => ({ ...drafts.plain(), what: "one of 20 letters at once" }));
  const forged = (letter: Letter) => ({
    ...letter,
    what: "a wrong signature among 20 letters at once",
    signature: wrong,
  });
  await inParallel(
    letters.map((letter, at) => () => (at % 4 === 3 ? visit.refused(forged(letter)) : visit.acknowledged(letter))),
  );
}

const wrong = `sha256=${"0".repeat(64)}`;

/** All of them end before anything is said, so that no letter of one clause is under way in the next. */
async function inParallel(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(works.map((work) => work()));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function onOneConnection(visit: Visit): Promise<void> {
  const { drafts } = visit;
  const { keptPosting } = visit.rounds;
  const after = (what: string): Letter => ({ ...drafts.plain(), what });
  await visit.acknowledged(after("the first letter of a connection"), keptPosting);
  await visit.acknowledged(after("the second letter of a connection"), keptPosting);
  await visit.refused(
    { ...drafts.plain(), what: "a wrong signature", deliveryId: newDeliveryId(), signature: wrong },
    keptPosting,
  );
  await visit.acknowledged(after("the letter after a refusal"), keptPosting);
}
