import { isObject } from "../../judge/json.ts";
import { type ReceiverDelivery, repetitionsOf } from "../delivery.ts";
import { type Drafts, withData } from "../drafts.ts";
import { headerNames } from "../knowledge.ts";
import { looks, type ReceiverClause, sends } from "../receiver-clause.ts";
import type { Visit } from "../visit.ts";

const section = "Events: Delivery attempts";

/** How deliveries arrive: again, in another order, many at once. */
export const deliveryClauses: readonly ReceiverClause[] = [
  ...sends(section, "documented", "recognised", [
    "deliveries.repeated",
    "The receiver acknowledges a delivery again that comes again, with the same identifier.",
    (drafts) => {
      const delivery = drafts.plain();
      return [delivery, ...repetitionsOf(delivery)];
    },
  ]),
  ...sends(section, "documented", "acknowledged", [
    "deliveries.out-of-order",
    "The receiver acknowledges that a charge is paid before it hears of its creation, and its creation afterwards.",
    outOfOrder,
  ]),
  ...looks(section, "documented", [
    "deliveries.at-once",
    "The receiver responds to each of 20 deliveries at once as it responds to a single one.",
    manyAtOnce,
  ]),
  ...looks(section, "documented", [
    "deliveries.same-connection",
    "The receiver checks each delivery of one connection by itself, after a genuine one and after a rejection.",
    onOneConnection,
  ]),
  ...sends(section, "recommendation", "recognised", [
    headerNames,
    "The receiver finds headers whatever the case of their names: HTTP/2 writes them in lower case.",
    (drafts) => [drafts.lowerCased()],
  ]),
];

function outOfOrder(drafts: Drafts): readonly ReceiverDelivery[] {
  const paid = drafts.body(drafts.chargeEvent("charge.paid"));
  const chargeId = isObject(paid.data) ? paid.data.chargeId : undefined;
  const early = ["charge.pending", "charge.processing"].filter((name) => drafts.has(name));
  // Throws where the receiver gets neither of them.
  if (early.length === 0) drafts.chargeEvent("charge.pending", "charge.processing");
  return [
    drafts.signed(paid, "charge.paid of a charge that is not known yet"),
    ...early.map((name) =>
      drafts.signed(withData(drafts.body(name), { chargeId }), `${name} of a charge that is paid`),
    ),
  ];
}

/** A receiver that keeps something of one request where the next one finds it would mix them up. */
async function manyAtOnce(visit: Visit): Promise<void> {
  const works = Array.from({ length: 20 }, (_, at) => {
    const delivery = { ...visit.drafts.plain(), what: "one of 20 deliveries at once" };
    const forgery = { ...delivery, what: "a wrong signature among 20 deliveries at once", signature: wrong };
    return at % 4 === 3 ? visit.rejected(forgery) : visit.recognised(delivery);
  });
  // All of them end before anything is said, so that no delivery of one clause is on its way in the next.
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

const wrong = `sha256=${"0".repeat(64)}`;

async function onOneConnection(visit: Visit): Promise<void> {
  const plain = (what: string) => ({ ...visit.drafts.plain(), what, isOnSameConnection: true as const });
  await visit.recognised(plain("the first delivery of a connection"));
  await visit.recognised(plain("the second delivery of a connection"));
  await visit.rejected({ ...plain("a wrong signature"), signature: wrong });
  await visit.recognised(plain("the delivery after a rejection"));
}
