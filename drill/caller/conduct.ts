import "../../src/supported-node.ts";
import { refuseUnknownOptions } from "../../src/client/known-options.ts";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import type { Breach, CallerClause } from "./caller-clause.ts";
import { type CallerTrace, readCallerTrace } from "./caller-trace.ts";
import { callClauses } from "./clauses/calls.ts";
import { codeClauses } from "./clauses/codes.ts";
import { webhookClauses } from "./clauses/webhooks.ts";
import { withdrawalClauses } from "./clauses/withdrawals.ts";

/** All clauses about callers, in the order of reports. */
export const callerClauses: readonly CallerClause[] = [
  ...withdrawalClauses,
  ...codeClauses,
  ...callClauses,
  ...webhookClauses,
];

/** What a clause says of a caller. `not-judged`: its situation never came. */
export interface ConductFinding extends Pick<CallerClause, "id" | "section" | "kind" | "text" | "situation" | "fix"> {
  readonly verdict: "passed" | "broken" | "not-judged";
  readonly breaches: readonly Breach[];
}

export interface ConductTerms {
  /** Leaves out clauses about how much time passes: for tests that move the clock. */
  readonly isTimeMoved?: boolean;
}

/** Judges a caller by what a world has seen of it. Returns a finding for each clause. */
export async function conduct(saldo: SaldoClient, terms: ConductTerms = {}): Promise<readonly ConductFinding[]> {
  return judgeConduct(await readCallerTrace(saldo), terms);
}

export function judgeConduct(trace: CallerTrace, terms: ConductTerms = {}): readonly ConductFinding[] {
  refuseUnknownOptions("conduct", terms, ["isTimeMoved"]);
  const { isTimeMoved = false } = terms;
  const clauses = callerClauses.filter(({ isTimed }) => !(isTimeMoved && isTimed));
  return clauses.map(({ look, isTimed: _, ...clause }) => {
    const situations = [...look(trace)];
    const breaches = situations.filter((situation) => situation !== null);
    const judged = breaches.length > 0 ? "broken" : "passed";
    return { ...clause, verdict: situations.length === 0 ? "not-judged" : judged, breaches };
  });
}
