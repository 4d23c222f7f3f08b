import { STATUS } from "../../../src/cli/ended.ts";
import type { OptionSpec } from "../../../src/cli/option.ts";
import { someOf } from "../../../src/cli/option-values.ts";
import type { Output } from "../../../src/cli/output.ts";
import { REPORT_OPTIONS, type ReportChoice } from "../../../src/cli/report-files.ts";
import { UserError } from "../../../src/cli/user-error.ts";
import type { Clause } from "../../clauses/clause.ts";
import { kindWords } from "../../report/tally.ts";

/** Which clauses to check, and where to report them; the end of every list of options about clauses. */
export interface ClauseChoice extends ReportChoice {
  /** Ids of clauses, with `*` for any characters; all, if there are none. */
  readonly only: readonly string[];
  readonly list?: true;
}

export const CLAUSE_OPTIONS: readonly OptionSpec[] = [
  [
    "--only <pattern,...>",
    "clauses to check, with * for any characters",
    // Nothing at all would otherwise mean everything.
    { standard: [], standardText: "all", parse: someOf("ids of clauses such as 'signature.*,webhooks.name'") },
  ],
  ["--list", "list the clauses and stop"],
  ...REPORT_OPTIONS,
];

/** What a report is compared with, and how the target's interface is described. */
export interface JudgingChoice extends ClauseChoice {
  readonly overlay?: string;
  readonly baseline?: string;
  readonly since?: string;
}

/** The end of the list of options of a command that judges by the clauses of the suite. */
export const JUDGING_OPTIONS: readonly OptionSpec[] = [
  ["--overlay <file>", "OpenAPI Overlay with the target's own names", { env: "SALDO_OVERLAY" }],
  ["--baseline <file>", "clauses that are known to be broken, one a line, # comments; or a JSON report"],
  ["--since <report.json>", "compare with the JSON report of an older run; only what is new counts"],
  ...CLAUSE_OPTIONS,
];

/** Returns the clauses that were chosen. Throws `UserError` for a pattern that fits none. */
export function chosenClauses<T extends Pick<Clause, "id">>(
  { only }: ClauseChoice,
  clauses: readonly T[],
): readonly T[] {
  const fitting = only.map((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    const found = clauses.filter(({ id }) => new RegExp(`^${escaped}$`).test(id));
    if (found.length === 0) throw new UserError(`--only: no clause is called "${pattern}"; --list shows them`);
    return found;
  });
  return only.length === 0 ? clauses : clauses.filter((clause) => fitting.some((found) => found.includes(clause)));
}

/** Lists clauses. Returns the status to end with. */
export function listClauses(
  clauses: readonly Pick<Clause, "id" | "kind" | "text">[],
  { json }: { readonly json?: true },
  { stdout }: Output,
): number {
  if (json) stdout.write(`${JSON.stringify(clauses, ["id", "kind", "text"], 2)}\n`);
  else for (const { id, kind, text } of clauses) stdout.write(`${id}  (${kindWords[kind]})\n    ${text}\n`);
  return STATUS.passed;
}
