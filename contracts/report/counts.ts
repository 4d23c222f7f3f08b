import type { ClauseKind } from "../clauses/clause.ts";
import type { VerdictKind } from "../run/verdict.ts";

export type VerdictCounts = Readonly<Record<VerdictKind, number>>;

/** Clauses of different kinds are never counted together; a kind without results is absent. */
export type CountsByKind = Readonly<Partial<Record<ClauseKind, VerdictCounts>>>;

export const clauseKinds = ["documented", "assumption", "recommendation"] as const satisfies readonly ClauseKind[];

interface Judged {
  readonly kind: ClauseKind;
  readonly verdict: VerdictKind;
}

export function tallyOf(results: readonly Judged[]): VerdictCounts {
  const tally = { passed: 0, broken: 0, observed: 0, "not-judged": 0, "opted-out": 0, "suite-error": 0 };
  for (const { verdict } of results) tally[verdict] += 1;
  return tally;
}

export function countsOf(results: readonly Judged[]): CountsByKind {
  const own = clauseKinds.map((kind) => [kind, results.filter((result) => result.kind === kind)] as const);
  return Object.fromEntries(own.filter(([, of]) => of.length > 0).map(([kind, of]) => [kind, tallyOf(of)]));
}
