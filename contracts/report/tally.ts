import type { ClauseKind } from "../clauses/clause.ts";
import { type VerdictKind, verdictKinds } from "../run/verdict.ts";
import { clauseKinds, type VerdictCounts } from "./counts.ts";
import type { ClauseResult, Report } from "./report.ts";

/** The results of one area that are of one kind of clause, in the order of the catalogue. */
export interface Area {
  readonly name: string;
  readonly kind: ClauseKind;
  readonly results: readonly ClauseResult[];
}

/** The verdicts of a tally that were given at all: `3 broken, 1 not judged`. */
export function tallyText(tally: VerdictCounts): string {
  const given = verdictKinds.filter((kind) => tally[kind] > 0);
  return given.map((kind) => `${tally[kind]} ${verdictWords[kind]}`).join(", ");
}

/** The areas of the documented clauses, then those of the others. */
export function areasOf(results: readonly ClauseResult[]): readonly Area[] {
  return clauseKinds.flatMap((kind) => {
    const own = results.filter((result) => result.kind === kind);
    const byName = Map.groupBy(own, ({ id }) => id.replace(/\..*$/s, ""));
    return [...byName].map(([name, of]) => ({ name, kind, results: of }));
  });
}

/** Those with this verdict by their reasons, the most frequent one first. */
export function byReason(results: readonly ClauseResult[], verdict: VerdictKind) {
  const own = results.filter((result) => result.verdict === verdict);
  const groups = [...Map.groupBy(own, ({ reason = "no reason is given" }) => reason)];
  return groups
    .map(([reason, of]) => ({ reason, ids: of.map(({ id }) => id) }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
}

export function newlyBroken({ results }: Pick<Report, "results">): readonly ClauseResult[] {
  return results.filter(({ verdict, known }) => verdict === "broken" && known === undefined);
}

export const verdictWords: Readonly<Record<VerdictKind, string>> = {
  passed: "passed",
  broken: "broken",
  observed: "observed",
  "not-judged": "not judged",
  "opted-out": "opted out",
  "suite-error": "suite error",
};

export const kindWords: Readonly<Record<ClauseKind, string>> = {
  documented: "documented",
  assumption: "assumed",
  recommendation: "recommended",
};
