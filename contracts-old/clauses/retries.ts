import type { DocumentedClause } from "./clause.ts";

/** When a delivery is tried again, and when its webhook is given up. */
export const retriesClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "retries.five-attempts",
    section: "Events: Delivery attempts",
    text: "A delivery of an event is attempted five times if it fails each time.",
  },
  {
    kind: "documented",
    id: "retries.no-sixth-attempt",
    section: "Limits",
    text: "No delivery is attempted a sixth time.",
  },
  {
    kind: "documented",
    id: "retries.first-wait",
    section: "Limits",
    text: "About five seconds lie between the first attempt and the second.",
  },
  {
    kind: "documented",
    id: "retries.waits-double",
    section: "Events: Delivery attempts",
    text: "Each wait is about twice as long as the one before it, so that the last one is of about 40 seconds.",
  },
  {
    kind: "documented",
    id: "retries.timeout",
    section: "Limits",
    text: "An attempt that is not answered within ten seconds has failed and is made again.",
  },
  {
    kind: "documented",
    id: "retries.patience",
    section: "Limits",
    text: "An answer that takes eight seconds still counts.",
  },
  {
    kind: "documented",
    id: "retries.success",
    section: "Limits",
    text: "A delivery answered with 200 or 299 is not attempted again.",
  },
  {
    kind: "documented",
    id: "retries.redirect-fails",
    section: "Events: Delivery attempts",
    text: "A delivery answered with a redirect is attempted again.",
  },
  {
    kind: "documented",
    id: "retries.client-error-fails",
    section: "Events: Delivery attempts",
    text: "A delivery answered with a status from 400 to 499 is attempted again.",
  },
  {
    kind: "documented",
    id: "retries.server-error-fails",
    section: "Events: Delivery attempts",
    text: "A delivery answered with a status from 500 to 599 is attempted again.",
  },
  {
    kind: "documented",
    id: "retries.ends-with-success",
    section: "Events: Delivery attempts",
    text: "A delivery that succeeds after failures is not attempted again.",
  },
  {
    kind: "documented",
    id: "deactivation.after-fifth",
    section: "Events: Delivery attempts",
    text: "Once a delivery has failed five times, its webhook gets nothing new.",
  },
  {
    kind: "documented",
    id: "deactivation.not-before-fifth",
    section: "States and transitions: Webhook",
    text: "A delivery whose fifth attempt succeeds leaves its webhook active.",
  },
  {
    kind: "documented",
    id: "deactivation.others-go-on",
    section: "States and transitions: Webhook",
    text: "When one webhook is deactivated, the company's other ones still get their deliveries.",
  },
  {
    kind: "documented",
    id: "deactivation.reactivated",
    section: "States and transitions: Webhook",
    text: "A webhook that was reactivated in the dashboard gets deliveries again.",
  },
];
