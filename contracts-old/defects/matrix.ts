import { clauseOf } from "../clauses/catalogue.ts";
import type { Clause } from "../clauses/clause.ts";
import type { Change } from "./broken-copy.ts";

/** What became of a defect. */
export interface Outcome {
  readonly id: string;
  readonly breaks: readonly string[];
  /** All documented clauses that were found broken. */
  readonly broken: readonly string[];
  /** Absent when all is as the catalogue says. */
  readonly problem?: string;
}

export type Planted = Change & { readonly id: string; readonly breaks: readonly string[] };

/** Plants it, and sees whether the suite finds what the catalogue says: of a harmless change, nothing. */
export async function outcomeOf(
  planted: Planted,
  verdicts: (planted: Planted) => Promise<ReadonlyMap<string, string>>,
): Promise<Outcome> {
  const { id, breaks } = planted;
  try {
    const found = await verdicts(planted);
    const isOf = (kind: string) => [...found].filter((entry) => entry[1] === kind).map(([clause]) => clause);
    const broken = isOf("broken").filter((clause) => clauseOf(clause)?.kind === "documented");
    const notHeld = [...found].filter(([, kind]) => kind !== "held").map(([clause]) => clause);
    const problem = breaks.length === 0 ? harm(notHeld) : problemOf(breaks, broken, isOf("suite-error"));
    return { id, breaks, broken, ...(problem !== undefined && { problem }) };
  } catch (error) {
    return { id, breaks, broken: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

function problemOf(
  breaks: readonly string[],
  broken: readonly string[],
  errors: readonly string[],
): string | undefined {
  if (errors.length > 0) return `the suite itself failed at ${errors.join(", ")}`;
  const unnoticed = breaks.filter((clause) => !broken.includes(clause));
  if (unnoticed.length > 0) return `not found broken: ${unnoticed.join(", ")}`;
  return undefined;
}

function harm(notHeld: readonly string[]): string | undefined {
  return notHeld.length > 0 ? `is harmless, and does not hold ${notHeld.join(", ")}` : undefined;
}

/** One line for each defect: what it was to break, and what else broke with it. @returns how much is not as it should be. */
export function printMatrix(outcomes: readonly Outcome[], documented: readonly Clause[]): number {
  console.log("\nDefect: clauses that it must break (+ others that broke with them)");
  for (const { id, breaks, broken, problem } of outcomes) {
    const others = broken.filter((clause) => !breaks.includes(clause));
    const along =
      others.length === 0 ? "" : ` (+ ${others.length > 4 ? `${others.length} others` : others.join(", ")})`;
    console.log(`${problem === undefined ? "  " : "! "}${id}: ${breaks.join(", ") || "none"}${along}`);
  }
  const named = new Set(outcomes.flatMap(({ breaks }) => breaks));
  const without = documented.filter(({ id }) => !named.has(id));
  for (const { id } of without) console.log(`! no defect breaks ${id}`);
  const failed = outcomes.filter(({ problem }) => problem !== undefined).length + without.length;
  console.log(
    `\n${outcomes.length - (failed - without.length)} of ${outcomes.length} as they should be, ${without.length} documented clauses without a defect`,
  );
  return failed;
}
