import type { Clause } from "../clauses/clause.ts";
import type { Need, Observation, Verdict } from "./verdict.ts";

/** All that a run found out; what every kind of report is made from. */
export interface Report {
  /** The version of Saldo whose suite ran. */
  readonly version: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly target: TargetFacts;
  /** In the order of the catalogue; only those that were selected. */
  readonly results: readonly ClauseResult[];
  /** Everything that differs from what is assumed or recommended, each difference once. */
  readonly observations: readonly Observation[];
  readonly ledger: Ledger;
  /** What the run made and could not close: sentences. */
  readonly leftBehind: readonly string[];
  /** Faults of the suite that belong to no clause. */
  readonly suiteErrors: readonly string[];
  /** What else is worth knowing: sentences. */
  readonly remarks?: readonly string[];
  /** Given by --baseline: what was known to be broken, and what of it is not any more. */
  readonly baseline?: BaselineResult;
}

export interface TargetFacts {
  /** Without credentials. */
  readonly url: string;
  readonly kind: "sandbox in process" | "sandbox by URL" | "deployment by URL" | "container" | "receiver";
  /** Of `Need`, those that the target offers or the user gave. */
  readonly offers: readonly Need[];
  /** Of time, how it passes in this run; `none` where neither a clock nor patience is there. */
  readonly time: "advanced" | "waited" | "none";
  readonly patienceMs: number;
  readonly overlay?: string;
}

export interface ClauseResult {
  readonly clause: Clause;
  readonly verdict: Verdict;
  readonly durationMs: number;
  /** What was asked and answered for this clause, redacted, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** What the target sent to the suite's receiver, redacted. */
  readonly deliveries: readonly ReceivedDelivery[];
  /** In the baseline: broken, and known to be. */
  readonly known?: string;
}

/** One request to the target with its answer. Secrets are replaced by "[redacted]" before it is made. */
export interface Exchange {
  /** ISO 8601 in UTC, by the suite's own clock. */
  readonly at: string;
  readonly durationMs: number;
  readonly method: string;
  /** With its query, without the target's origin. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | null;
  /** Why no answer came, or why it was not sent. */
  readonly error?: string;
}

export interface ReceivedDelivery {
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the receiver answered. */
  readonly answered: number | null;
}

/** Real money, in cents. Empty against a sandbox's own worlds. */
export interface Ledger {
  readonly budgetCents: number;
  readonly spentCents: number;
  readonly entries: readonly LedgerEntry[];
}

export interface LedgerEntry {
  readonly at: string;
  readonly clause: string;
  readonly withdrawId: string;
  readonly valueCents: number;
  /** `confirmed`: paid out; `unknown`: confirmed without an answer; `in-review`: parked for review. All count as paid out. */
  readonly outcome: "confirmed" | "unknown" | "in-review";
}

export interface BaselineResult {
  readonly known: readonly { readonly clause: string; readonly comment: string }[];
  /** Listed, but not broken in this run. */
  readonly stale: readonly string[];
}
