import type { DocumentedClause } from "./clause.ts";

/** How a withdrawal is opened. */
export const initiationClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "initiation.returns-id",
    section: "Endpoints",
    text: "An initiation answers with the identifier of the new withdrawal, a string `withdrawId`.",
  },
  {
    kind: "documented",
    id: "initiation.value-required",
    section: "Endpoints",
    text: "An initiation without `value` is refused.",
  },
  {
    kind: "documented",
    id: "initiation.second-refused",
    section: "Errors",
    text: "While a withdrawal is open, another initiation is refused with 409.",
  },
  {
    kind: "documented",
    id: "initiation.conflict-names-open-one",
    section: "Errors",
    text: "The 409 of a second initiation carries as `withdrawId` the identifier of the one that is open.",
  },
  {
    kind: "documented",
    id: "initiation.one-open-at-a-time",
    section: "Limits",
    text: "An initiation that was refused because of an open withdrawal has opened none.",
  },
  {
    kind: "documented",
    id: "initiation.again-after-cancellation",
    section: "States and transitions: Withdrawal",
    text: "Once the open withdrawal is cancelled, another one can be initiated.",
  },
  {
    kind: "documented",
    id: "initiation.again-after-payment",
    section: "States and transitions: Withdrawal",
    text: "Once the payment of a withdrawal is confirmed, another one can be initiated.",
  },
  {
    kind: "documented",
    id: "initiation.below-floor-refused",
    section: "Errors",
    text: "One cent less than minimum and fee together cannot be withdrawn.",
  },
  {
    kind: "documented",
    id: "initiation.floor-accepted",
    section: "Limits",
    text: "Exactly as much as minimum and fee together can be withdrawn.",
  },
  {
    kind: "documented",
    id: "initiation.default-minimum",
    section: "Limits",
    text: "Where an instance has not set its minimum, it is 101 cents.",
  },
];
