import type { Clause } from "../clauses/clause.ts";
import type { LedgerEntry } from "./report.ts";
import type { Need, VerdictKind } from "./verdict.ts";

/** How clauses of a kind are called. */
export const clauseWords: Readonly<Record<Clause["kind"], string>> = {
  documented: "documented",
  assumption: "assumed",
  recommendation: "recommended",
};

/** What to put behind the name of a clause or an area, where it stands among others: nothing for what is documented. */
export function asideOf({ kind }: Pick<Clause, "kind">): string {
  return kind === "documented" ? "" : ` (${clauseWords[kind]})`;
}

/** How a verdict is called in reports. */
export const verdictWords: Readonly<Record<VerdictKind, string>> = {
  held: "held",
  broken: "broken",
  observed: "observed",
  "could-not-run": "could not run",
  "opted-out": "opted out",
  "suite-error": "suite error",
};

/** A sign for each verdict, so that none is told by its colour alone. */
export const verdictSigns: Readonly<Record<VerdictKind, string>> = {
  held: "✓",
  broken: "✗",
  observed: "≠",
  "could-not-run": "?",
  "opted-out": "–",
  "suite-error": "!",
};

/** What was missing, to be read after "needs": for whoever wants the clause to run the next time. */
export const needWords: Readonly<Record<Need, string>> = {
  "control-plane": "a control plane, as a sandbox has",
  clock: "a clock that can be advanced",
  mailbox: "a way to read the one-time codes",
  charges: "a way to make charges",
  receiver: "a receiver that the target can reach",
  patience: "more patience: time that may really pass",
  balance: "enough free balance",
  "no-open-withdrawal": "a company without an open withdrawal",
  "not-seen": "something that the target did not show in this run",
  target: "a target that answers",
  overlay: "an overlay that says what this target calls things",
  "rate-limit": "a target that takes as many requests as a run sends",
  interrupted: "a run that is not interrupted",
  acknowledgement: "a receiver that acknowledges what is signed rightly",
  "allow-open": "leave to open withdrawals",
  "allow-settle": "leave to move money",
  "allow-webhooks": "leave to create webhooks",
  budget: "a larger budget",
};

/** What became of a payout, in a ledger. */
export const payoutWords: Readonly<Record<LedgerEntry["outcome"], string>> = {
  confirmed: "paid out",
  unknown: "no answer came: counted as paid out",
  "in-review": "parked for review: counted as paid out",
};

/** What to say of a need that a verdict does not name. */
export const unnamedNeed = "something that is told with each clause";
