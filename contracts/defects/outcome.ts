import { clauses } from "../clauses/catalogue.ts";
import type { Clause } from "../clauses/clause.ts";
import type { Finding } from "../run/verdict.ts";
import type { Defect, HarmlessChange } from "./defect.ts";
import { runPlanted } from "./planted-run.ts";

/** What became of a defect or of a harmless change. */
export interface DefectOutcome {
  readonly id: string;
  readonly broken: readonly string[];
  readonly seconds: number;
  /** Absent when all is as the catalogue says. */
  readonly problem?: string;
}

/** Must pass beside every defect that says nothing else. */
const smoke = ["balance.currency", "initiation.returns-id", "events.list-charges"];

/** Plants it, and compares what the suite finds with what the catalogue says. */
export async function outcomeOf(change: Defect | HarmlessChange, isAll: boolean): Promise<DefectOutcome> {
  const startedAt = Date.now();
  const breaks = "breaks" in change ? change.breaks : [];
  const ended = (broken: readonly string[], problem?: string) => {
    const seconds = (Date.now() - startedAt) / 1_000;
    return { id: change.id, broken, seconds, ...(problem !== undefined && { problem }) };
  };
  try {
    const own = clauses.filter(({ id }) => [...breaks, ...smoke].includes(id));
    const chosen = isAll || breaks.length === 0 ? clauses : own;
    const { findings, failures } = await runPlanted([change, ...(change.with ?? [])], chosen);
    if (breaks.length === 0 && failures > 0) throw new Error(`the change itself fails: ${failures} requests got 500`);
    const broken = findings.filter(({ kind }) => kind === "broken");
    const also = "also" in change ? (change.also ?? []) : [];
    return ended(
      broken.map(({ clause }) => clause.id),
      problemOf(findings, broken, breaks, also),
    );
  } catch (error) {
    return ended([], error instanceof Error ? error.message : String(error));
  }
}

function problemOf(
  findings: readonly Finding[],
  broken: readonly Finding[],
  breaks: readonly string[],
  also: readonly string[],
): string | undefined {
  const of = (ids: readonly string[], { id }: Clause) => ids.includes(id);
  const missed = findings.filter((one) => of(breaks, one.clause) && !broken.includes(one));
  const others = broken.filter(({ clause }) => !of([...breaks, ...also], clause));
  const mistakes = findings.filter(({ kind }) => kind === "suite-error");
  const told = [
    ...missed.map(({ clause, kind, reason }) => `not broken: ${clause.id} (${kind} ${reason ?? ""})`),
    ...others.map(({ clause, reason }) => `broken, too: ${clause.id} (${reason})`),
    ...mistakes.map(({ clause, reason }) => `mistake of the suite: ${clause.id} (${reason})`),
  ];
  const rest = told.length > 4 ? [`and ${told.length - 4} more`] : [];
  return told.length === 0 ? undefined : [...told.slice(0, 4), ...rest].join("; ");
}
