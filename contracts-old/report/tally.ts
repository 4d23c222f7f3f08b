import type { Clause } from "../clauses/clause.ts";
import type { ClauseResult } from "./report.ts";
import { type Need, needs, type VerdictKind, verdictKinds } from "./verdict.ts";

/** How many results have each verdict. */
export type Tally = Readonly<Record<VerdictKind, number>>;

/** The results of one area that are of one kind of clause, in the order of the catalogue. */
export interface Area {
  readonly name: string;
  readonly kind: Clause["kind"];
  readonly results: readonly ClauseResult[];
}

/** The clauses that lacked the same thing. */
export interface Lack {
  /** Undefined where the verdicts do not name it. */
  readonly need: Need | undefined;
  readonly results: readonly ClauseResult[];
}

/** Clauses of different kinds are never counted together. */
export const clauseKinds = ["documented", "assumption", "recommendation"] as const satisfies readonly Clause["kind"][];

/** The part of a clause's id before the first dot: `otp` of `otp.resend-only-after-expiry`. */
export function areaNameOf({ id }: Clause): string {
  return id.replace(/\..*$/s, "");
}

export function tallyOf(results: readonly ClauseResult[]): Tally {
  const count = (kind: VerdictKind) => withVerdict(results, kind).length;
  return {
    held: count("held"),
    broken: count("broken"),
    observed: count("observed"),
    "could-not-run": count("could-not-run"),
    "opted-out": count("opted-out"),
    "suite-error": count("suite-error"),
  };
}

/** The verdicts of a tally that were given at all, each with how often. */
export function givenVerdicts(tally: Tally): readonly { readonly kind: VerdictKind; readonly count: number }[] {
  return verdictKinds.map((kind) => ({ kind, count: tally[kind] })).filter(({ count }) => count > 0);
}

export function withVerdict(results: readonly ClauseResult[], kind: VerdictKind): readonly ClauseResult[] {
  return results.filter(({ verdict }) => verdict.kind === kind);
}

export function ofKind(results: readonly ClauseResult[], kind: Clause["kind"]): readonly ClauseResult[] {
  return results.filter(({ clause }) => clause.kind === kind);
}

/** The areas of the documented clauses, then those of the others. */
export function areasOf(results: readonly ClauseResult[]): readonly Area[] {
  return clauseKinds.flatMap((kind) =>
    [...Map.groupBy(ofKind(results, kind), ({ clause }) => areaNameOf(clause))].map(([name, own]) => ({
      name,
      kind,
      results: own,
    })),
  );
}

/** Those that could not run, or were opted out, by what they lacked, in the order in which needs are listed. */
export function lacksOf(
  results: readonly ClauseResult[],
  kind: Extract<VerdictKind, "could-not-run" | "opted-out">,
): readonly Lack[] {
  const byNeed = Map.groupBy(withVerdict(results, kind), ({ verdict }) => verdict.needs);
  return [...needs, undefined].flatMap((need) => {
    const own = byNeed.get(need);
    return own === undefined ? [] : [{ need, results: own }];
  });
}

/** Broken, and not known to be. */
export function isNewlyBroken({ verdict, known }: ClauseResult): boolean {
  return verdict.kind === "broken" && known === undefined;
}
