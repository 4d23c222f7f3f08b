import { everything } from "../judge/json.ts";
import { bodySays, dataOf } from "../model/deliveries.ts";
import { isPaymentStatus, reservedEvent } from "../model/event-names.ts";
import { idsIn } from "../model/ids.ts";
import { endOf, mustBeTold, toldOf, toldOfOtherId } from "../model/occurrences.ts";
import type { Seen } from "../model/seen.ts";
import { eventsListed, eventsTold } from "../stories/deliveries.ts";
import { listened } from "../stories/listening.ts";
import { ownCallsOf } from "../trace/find.ts";
import { isSuccess } from "../trace/trace.ts";
import { type Clause, clause, right } from "./clause.ts";
import { eventsIn } from "./deliveries.ts";
import { releaseClause } from "./events-of-releases.ts";
import { paidWithdrawals } from "./events-of-withdrawals.ts";
import { Broken, each } from "./judging.ts";

const documented = { section: "Events: Event names", needs: [eventsTold, listened] } as const;

/** Which events there are, and when they fire. */
export const eventsClauses = [
  listed(
    "charges",
    "The list of events has `charge.pending`, `charge.processing`, `charge.paid` and `charge.expired`.",
    ["charge.pending", "charge.processing", "charge.paid", "charge.expired"],
  ),
  listed("subscriptions", "The list of events has the four that are about subscriptions.", [
    "subscription.authorized",
    "subscription.rejected",
    "subscription.charge.paid",
    "subscription.charge.failed",
  ]),
  listed("withdrawal", "The list of events has `withdraw.completed`.", ["withdraw.completed"]),
  listed("chargeback", "The list of events has `dispute.chargeback`.", ["dispute.chargeback"]),
  ofCharge("pending", "A new charge fires `charge.pending`, with the `paymentStatus` `PENDING`."),
  clause({
    ...documented,
    id: "events.charge-processing",
    section: "States and transitions: Charge",
    text: "A charge whose payment is being processed fires `charge.processing`, with the `paymentStatus` `PROCESSING`.",
    judge: (seen) => {
      mustHaveStatus(seen, "charge.processing");
      // Not every payment needs to be processed first; what says that it was must have fired the event.
      const paid = eventsIn(seen).filter(
        ({ event, first }) => event === "charge.paid" && dataOf(first).previousStatus === "PROCESSING",
      );
      const fired = eventsIn(seen).filter(({ event }) => event === "charge.processing");
      return each([...paid, ...fired], ({ event, first }) => {
        if (event === "charge.processing") return;
        const hook = seen.hooks.find(({ deliveries }) => deliveries.some((one) => one.first === first));
        const { chargeId } = dataOf(first);
        const isTold = fired.some((one) => dataOf(one.first).chargeId === chargeId);
        // A webhook that was created during the processing is told of its end only.
        const paying = seen.occurrences.find((one) => one.event === event && one.chargeId === chargeId)?.act;
        const isLate = hook !== undefined && paying !== undefined && hook.creation.answeredAt > paying.startedAt;
        // When others had a charge paid is not known: a webhook may have been created in between.
        const isDoubtful = paying === undefined && (fired.length > 0 || paid.length < 2);
        const isOver = hook !== undefined && endOf(hook.account, seen.trace) >= first.at + PATIENT_MS;
        if (isTold || isLate || isDoubtful || !isOver || !hook.events.includes("charge.processing")) return;
        throw new Broken("a charge was PROCESSING before it was paid, and charge.processing was not told", [first]);
      });
    },
  }),
  ofCharge("paid", "A charge that is paid fires `charge.paid`, with the `paymentStatus` `PAID`."),
  ofCharge("expired", "A charge that was not paid in time fires `charge.expired`, with the `paymentStatus` `EXPIRED`."),
  clause({
    ...documented,
    id: "events.charge-received-never",
    text: "Whatever becomes of a charge, `charge.received` does not fire.",
    judge: (seen) => {
      const received = eventsIn(seen).find(({ event }) => event === reservedEvent);
      if (received !== undefined) throw new Broken("charge.received is reserved, and has fired", [received.first]);
      return each(eventsIn(seen).filter(({ event }) => event === "charge.paid"));
    },
  }),
  fired("subscription.authorized", "A subscription that its customer authorizes fires `subscription.authorized`."),
  fired("subscription.rejected", "A subscription that its customer refuses fires `subscription.rejected`."),
  fired("subscription.charge.paid", "A paid recurring charge fires `subscription.charge.paid`."),
  fired("subscription.charge.failed", "A failed recurring charge fires `subscription.charge.failed`."),
  ...paidWithdrawals,
  fired("dispute.chargeback", "A chargeback on a charge fires `dispute.chargeback`."),
  releaseClause,
];

/** The names may stand in any list of any form. */
function listed(name: string, text: string, events: readonly string[]): Clause {
  return right({
    ...documented,
    id: `events.list-${name}`,
    text,
    needs: [eventsListed],
    those: ({ trace }) => ownCallsOf(trace, "listWebhookEvents").filter(isSuccess),
    wrong: ({ response }) => {
      const missing = events.filter((event) => !saysName(response?.json, event));
      return missing.length > 0 && `the list of events lacks ${missing.join(", ")}`;
    },
  });
}

/** As a value, as the name of a member, or as the names of members in each other. */
function saysName(body: unknown, event: string): boolean {
  const [ending, family] = [`.${event}`, /charge|subscription|withdraw|dispute/];
  const places = [...everything(body)].map(({ place }) => `.${place.join(".")}`);
  const isNamed = (place: string) => place.endsWith(ending) && !family.test(place.slice(0, -ending.length));
  return bodySays(body, event) || places.some(isNamed);
}

function ofCharge(state: "pending" | "paid" | "expired", text: string): Clause {
  return clause({
    ...documented,
    id: `events.charge-${state}`,
    section: "States and transitions: Charge",
    text,
    judge: (seen) => {
      mustHaveStatus(seen, `charge.${state}`);
      return mustFire(seen, `charge.${state}`);
    },
  });
}

function fired(event: string, text: string): Clause {
  const id = `events.${event.replaceAll(".", "-")}`;
  return clause({ ...documented, id, text, judge: (seen) => mustFire(seen, event) });
}

/** One webhook at least must be told of what the run has had done; that all are is another clause. */
function mustFire(seen: Seen, event: string): undefined {
  const due = seen.occurrences.filter(
    (one) =>
      one.event === event &&
      mustBeTold(one, seen.hooks).length > 0 &&
      // A wrong identifier is another clause's finding.
      toldOfOtherId(one, seen).length === 0 &&
      endOf(one.act.account, seen.trace) >= one.act.at + PATIENT_MS,
  );
  return each(due, (occurrence) => {
    const own = seen.hooks.filter(({ account }) => account === occurrence.act.account);
    const told = own.map((hook) => toldOf(occurrence, hook)).filter(({ length }) => length > 0);
    if (told.length === 0) throw new Broken(`no webhook was told ${event}`, [occurrence.act]);
    const ids = [...idsIn([occurrence.act])];
    // What others than charge events tell is not shown: those that do not say of what they are may be alike.
    const twice = told
      .map((list) => list.filter(({ first }) => ids.some((id) => bodySays(first.json, id))))
      .find(([one, ...others]) => others.some((other) => one?.first.body.equals(other.first.body)));
    if (twice !== undefined)
      throw new Broken(
        `${event} was delivered twice`,
        twice.map(({ first }) => first),
      );
  });
}

/** A status that does not exist is another clause's finding. */
function mustHaveStatus(seen: Seen, event: string): void {
  const status = event.replace("charge.", "").toUpperCase();
  for (const { first } of eventsIn(seen).filter((delivery) => delivery.event === event)) {
    const { paymentStatus } = dataOf(first);
    const isOther = paymentStatus !== status && isPaymentStatus(paymentStatus);
    if (isOther) throw new Broken(`${event} has the paymentStatus ${String(paymentStatus)}, not ${status}`, [first]);
  }
}

const PATIENT_MS = 3_000;
