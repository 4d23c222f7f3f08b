import type { Clause } from "../clauses/clause.ts";
import { Broken, NOT_SHOWN, NotJudged } from "../clauses/judging.ts";
import type { Seen } from "../model/seen.ts";
import type { Capability } from "../target/driver/capability.ts";
import type { Denial } from "../target/permissions.ts";
import { callsIn } from "../trace/find.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { howToGive, permissionNames } from "./capabilities.ts";
import type { RunPlan } from "./plan.ts";
import type { Played } from "./play.ts";
import { gotText, unseenText } from "./unseen.ts";

/**
 * - `passed`: seen, and as the clause says.
 * - `broken`: the target contradicts what is documented.
 * - `observed`: the target differs from an assumption; that is no fault.
 * - `not-judged`: nothing in the run has shown it; the reason says why.
 * - `opted-out`: the user has not allowed what would show it.
 * - `suite-error`: a mistake of the suite.
 */
export const verdictKinds = ["passed", "broken", "observed", "not-judged", "opted-out", "suite-error"] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export interface Finding {
  readonly clause: Clause;
  readonly kind: VerdictKind;
  /** Absent only for `passed` and `observed`. */
  readonly reason?: string;
  /** What differs from an assumption. */
  readonly observations: readonly string[];
  /** The broken clause that kept this one from being judged. */
  readonly because?: string;
  /** The part of the trace that shows it. */
  readonly seen: readonly TraceEntry[];
}

export function judgeAll(
  clauses: readonly Clause[],
  seen: Seen,
  plan: RunPlan,
  played: readonly Played[],
): readonly Finding[] {
  const first = clauses.map((clause) => clauseFinding(clause, seen));
  const broken = first.filter(({ kind }) => kind === "broken");
  return first.map((finding) =>
    finding.kind === "not-judged" ? explained(finding, plan, played, broken, seen.trace) : finding,
  );
}

/** What a trace shows of a clause, without the reasons of what it does not show. */
export function clauseFinding(clause: Clause, seen: Seen): Finding {
  const base = { clause, observations: [], seen: [] };
  try {
    const observations = clause.judge(seen);
    return { ...base, kind: observations.length > 0 ? "observed" : "passed", observations };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Broken && clause.kind === "documented") {
      return { ...base, kind: "broken", reason, seen: error.seen };
    }
    // What an assumption's rule finds to be otherwise is no fault of the target.
    if (error instanceof Broken) return { ...base, kind: "observed", observations: [reason], seen: error.seen };
    return { ...base, kind: error instanceof NotJudged ? "not-judged" : "suite-error", reason };
  }
}

/** Says why nothing was seen: what was missing, why a story ended, or which clause is broken. */
function explained(
  finding: Finding,
  plan: RunPlan,
  played: readonly Played[],
  broken: readonly Finding[],
  trace: readonly TraceEntry[],
): Finding {
  const { needs } = finding.clause;
  const missing = plan.stories.filter(({ story }) => needs.includes(story)).map((planned) => planned.missing);
  if (needs.length > 0 && missing.every((one) => one.length > 0)) {
    const fewest = missing.toSorted((a, b) => a.length - b.length)[0] ?? [];
    return { ...lacking(finding, fewest), reason: `needs ${fewest.map(howToGive).join(" and ")}` };
  }
  const own = played.filter(({ story }) => needs.includes(story));
  const mistaken = own.find(({ mistake }) => mistake !== undefined);
  if (mistaken !== undefined) return { ...finding, kind: "suite-error", reason: `${mistaken.reason}` };
  const denied = own.map(({ denial }) => denial).find((denial) => denial !== undefined);
  const cause = causeOf(own, broken);
  const ended = own.find(({ reason }) => reason !== undefined);
  const isUnseen = finding.reason === NOT_SHOWN && needs.length > 0;
  const lacked = new Set(own.flatMap((one) => [...(one.lacked ?? [])]));
  const unseen = isUnseen ? unseenText(needs, trace, lacked) : (finding.reason ?? "");
  const why = ended === undefined ? unseen : `${endedText(ended)} (in "${ended.story.name}")`;
  if (cause === undefined && denied !== undefined && ended === undefined)
    return { ...lacking(finding, [denied.needs]), reason: denied.reason };
  if (cause === undefined) return { ...finding, reason: why };
  const because = cause.clause.id;
  return { ...finding, because, reason: `because clause ${because} is broken${ended === undefined ? "" : `: ${why}`}` };
}

/** With what the target said. */
function endedText({ reason = "", seen }: Played): string {
  const last = callsIn(seen).at(-1);
  return last === undefined ? reason : `${reason}: ${gotText(last)}`;
}

function lacking(finding: Finding, needs: readonly (Capability | Denial["needs"])[]): Finding {
  return { ...finding, kind: permissionNames.some((name) => needs.includes(name)) ? "opted-out" : "not-judged" };
}

/** The broken clause that shows the entry which ended a story; else one that is broken in the same stories. */
function causeOf(own: readonly Played[], broken: readonly Finding[]): Finding | undefined {
  const ends = new Set(own.flatMap(({ seen }) => seen));
  const names = new Set(own.map(({ story }) => story.name));
  return (
    broken.find(({ seen }) => seen.some((entry) => ends.has(entry))) ??
    broken.find(({ seen }) => seen.some(({ story }) => names.has(story)))
  );
}
