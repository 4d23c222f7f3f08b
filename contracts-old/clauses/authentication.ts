import type { DocumentedClause } from "./clause.ts";

/** Whom the platform answers, where, and in which form. */
export const authenticationClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "authentication.balance",
    section: "Authentication",
    text: "The balance is shown to nobody without the API key of a company.",
  },
  {
    kind: "documented",
    id: "authentication.withdrawals",
    section: "Authentication",
    text: "No withdrawal is initiated without the API key of a company.",
  },
  {
    kind: "documented",
    id: "authentication.history",
    section: "Authentication",
    text: "The history is shown to nobody without the API key of a company.",
  },
  {
    kind: "documented",
    id: "authentication.webhooks",
    section: "Authentication",
    text: "No webhook is created without the API key of a company.",
  },
  {
    kind: "documented",
    id: "authentication.wrong-key",
    section: "Authentication",
    text: "A key that belongs to no company is refused wherever one is asked for.",
  },
  {
    kind: "documented",
    id: "answers.json",
    section: "Endpoints",
    text: "Successful answers are JSON.",
  },
  {
    kind: "documented",
    id: "versioning.initiation-below-v1",
    section: "Versioning",
    text: "A withdrawal can be initiated with the segment `v1` between host and path.",
  },
];
