import { seenOf } from "../../model/testing/told.ts";
import { clauseFinding, type VerdictKind } from "../../run/verdict.ts";
import type { TraceEntry } from "../../trace/trace.ts";
import { clauses } from "../catalogue.ts";

/** What these entries show of a clause. */
export function verdictOf(id: string, trace: readonly TraceEntry[]): VerdictKind {
  const clause = clauses.find((one) => one.id === id);
  if (clause === undefined) throw new Error(`there is no clause ${id}`);
  return clauseFinding(clause, seenOf(trace)).kind;
}
