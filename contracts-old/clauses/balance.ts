import type { DocumentedClause } from "./clause.ts";

/** What can be withdrawn, and what of it is held. */
export const balanceClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "balance.envelope-status",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a balance request has an integer `status`, counted as HTTP counts its own.",
  },
  {
    kind: "documented",
    id: "balance.envelope-message",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a balance request has a string `message`.",
  },
  {
    kind: "documented",
    id: "balance.envelope-data",
    section: "Resources and their fields: Response envelope",
    text: "The answer to a balance request has an object `data`, in which the balance is.",
  },
  {
    kind: "documented",
    id: "balance.available",
    section: "Resources and their fields: Balance",
    text: "`balance` is what can be withdrawn, an integer of cents.",
  },
  {
    kind: "documented",
    id: "balance.currency",
    section: "Resources and their fields: Balance",
    text: "`currency` is the string `BRL`.",
  },
  {
    kind: "documented",
    id: "balance.reserved",
    section: "Resources and their fields: Balance",
    text: "`reservedBalance` is what the financial reserve retains, an integer of cents.",
  },
  {
    kind: "documented",
    id: "balance.holds",
    section: "Resources and their fields: Balance",
    text: "`reserveHolds` is an array of the holds that are pending.",
  },
  {
    kind: "documented",
    id: "balance.paid-charge-available",
    section: "What the service does",
    text: "Where nothing is retained, the amount of a charge counts in `balance` as soon as it is paid.",
  },
  {
    kind: "documented",
    id: "holds.charge-id",
    section: "Resources and their fields: Reserve hold",
    text: "A hold names its charge in a string `chargeId`.",
  },
  {
    kind: "documented",
    id: "holds.amount",
    section: "Resources and their fields: Reserve hold",
    text: "A hold shows the held amount in `amountCents`, an integer of cents.",
  },
  {
    kind: "documented",
    id: "holds.release-at",
    section: "Resources and their fields: Reserve hold",
    text: "A hold shows in `releaseAt` when it ends, as an ISO 8601 instant in UTC.",
  },
  {
    kind: "documented",
    id: "holds.status",
    section: "Resources and their fields: Reserve hold",
    text: "A pending hold has the `status` `HELD`.",
  },
  {
    kind: "documented",
    id: "holds.release-leaves-list",
    section: "Resources and their fields: Reserve hold",
    text: "A released hold is no longer listed in `reserveHolds`, without anybody's doing.",
  },
  {
    kind: "documented",
    id: "holds.release-raises-balance",
    section: "States and transitions: Reserve hold",
    text: "The amount of a released hold is added to `balance`.",
  },
  {
    kind: "documented",
    id: "holds.release-lowers-reserve",
    section: "States and transitions: Reserve hold",
    text: "The amount of a released hold is no longer a part of `reservedBalance`.",
  },
];
