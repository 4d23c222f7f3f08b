import type { DocumentedClause } from "./clause.ts";

/** What a company sees of its withdrawals, and those that it never asked for. */
export const withdrawalsClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "fee.simulation-answers",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "The fee simulation answers with amounts, which are integers of cents.",
  },
  {
    kind: "documented",
    id: "fee.simulation-withdraws-nothing",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "A fee simulation opens no withdrawal and leaves the balance alone.",
  },
  {
    kind: "documented",
    id: "history.lists-manual",
    section: "Endpoints",
    text: "A withdrawal that the company initiated is in the history.",
  },
  {
    kind: "documented",
    id: "history.lists-automatic",
    section: "Endpoints",
    text: "An automatic withdrawal is in the history.",
  },
  {
    kind: "documented",
    id: "history.own-only",
    section: "What the service does",
    text: "The history holds no other company's withdrawals.",
  },
  {
    kind: "documented",
    id: "history.status",
    section: "Resources and their fields: Withdrawal",
    text: "Each withdrawal in the history has a `status`, which is one of the six that exist.",
  },
  {
    kind: "documented",
    id: "history.amount",
    section: "Resources and their fields: Withdrawal",
    text: "Each withdrawal in the history shows its amount, an integer of cents.",
  },
  {
    kind: "documented",
    id: "history.pix-key",
    section: "Resources and their fields: Withdrawal",
    text: "Each withdrawal in the history shows the PIX key that it goes to, a string.",
  },
  {
    kind: "documented",
    id: "history.end-to-end-id",
    section: "Resources and their fields: Withdrawal",
    text: "A withdrawal whose payment is confirmed has a string `endToEndId` in the history.",
  },
  {
    kind: "documented",
    id: "automatic.pays-out-daily",
    section: "What the service does",
    text: "Where it is set up, the available balance goes out each day though nobody calls the API.",
  },
];
