import type { DocumentedClause } from "./clause.ts";

/** Which events there are, and when they fire. */
export const eventsClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "events.list-charges",
    section: "Events: Event names",
    text: "The list of events has `charge.pending`, `charge.processing`, `charge.paid` and `charge.expired`.",
  },
  {
    kind: "documented",
    id: "events.list-subscriptions",
    section: "Events: Event names",
    text: "The list of events has the four that are about subscriptions.",
  },
  {
    kind: "documented",
    id: "events.list-withdrawal",
    section: "Events: Event names",
    text: "The list of events has `withdraw.completed`.",
  },
  {
    kind: "documented",
    id: "events.list-chargeback",
    section: "Events: Event names",
    text: "The list of events has `dispute.chargeback`.",
  },
  {
    kind: "documented",
    id: "events.charge-pending",
    section: "States and transitions: Charge",
    text: "A new charge fires `charge.pending`, with the `paymentStatus` `PENDING`.",
  },
  {
    kind: "documented",
    id: "events.charge-processing",
    section: "States and transitions: Charge",
    text: "A charge whose payment is being processed fires `charge.processing`, with the `paymentStatus` `PROCESSING`.",
  },
  {
    kind: "documented",
    id: "events.charge-paid",
    section: "States and transitions: Charge",
    text: "A charge that is paid fires `charge.paid`, with the `paymentStatus` `PAID`.",
  },
  {
    kind: "documented",
    id: "events.charge-expired",
    section: "States and transitions: Charge",
    text: "A charge that nobody paid in time fires `charge.expired`, with the `paymentStatus` `EXPIRED`.",
  },
  {
    kind: "documented",
    id: "events.charge-received-never",
    section: "Events: Event names",
    text: "Whatever becomes of a charge, `charge.received` does not fire.",
  },
  {
    kind: "documented",
    id: "events.subscription-authorized",
    section: "Events: Event names",
    text: "A subscription that its customer authorizes fires `subscription.authorized`.",
  },
  {
    kind: "documented",
    id: "events.subscription-rejected",
    section: "Events: Event names",
    text: "A subscription that its customer refuses fires `subscription.rejected`.",
  },
  {
    kind: "documented",
    id: "events.subscription-charge-paid",
    section: "Events: Event names",
    text: "A paid recurring charge fires `subscription.charge.paid`.",
  },
  {
    kind: "documented",
    id: "events.subscription-charge-failed",
    section: "Events: Event names",
    text: "A failed recurring charge fires `subscription.charge.failed`.",
  },
  {
    kind: "documented",
    id: "events.withdraw-completed",
    section: "Events: Event names",
    text: "A withdrawal fires `withdraw.completed` when its payment is confirmed.",
  },
  {
    kind: "documented",
    id: "events.withdraw-completed-not-before",
    section: "States and transitions: Withdrawal",
    text: "Before the payment is confirmed a withdrawal does not fire `withdraw.completed`.",
  },
  {
    kind: "documented",
    id: "events.withdraw-completed-automatic",
    section: "Events: Event names",
    text: "An automatic withdrawal, too, fires `withdraw.completed` when it is paid.",
  },
  {
    kind: "documented",
    id: "events.dispute-chargeback",
    section: "Events: Event names",
    text: "A chargeback on a charge fires `dispute.chargeback`.",
  },
  {
    kind: "documented",
    id: "events.none-for-release",
    section: "Events: Event names",
    text: "The release of a hold fires nothing.",
  },
];
