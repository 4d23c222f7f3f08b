import { STATUS } from "../../../src/cli/ended.ts";
import type { Output } from "../../../src/cli/output.ts";
import { type ReportChoice, reportJson, writeReports } from "../../../src/cli/report-files.ts";
import { orUserError } from "../../../src/cli/user-error.ts";
import { printedJson } from "../../../src/report/printed-text.ts";
import { screenOf } from "../../../src/report/screen.ts";
import { readTextFile, readTextOrNothing } from "../../../src/text-file.ts";
import type { Clause } from "../../clauses/clause.ts";
import { applyBaseline, type Baseline, readBaseline } from "../../report/baseline.ts";
import { changesSince, type Last, readLast } from "../../report/changes.ts";
import { exitCodeOf } from "../../report/exit-code.ts";
import { githubReport } from "../../report/github-report.ts";
import { htmlReport } from "../../report/html-report.ts";
import { junitReport } from "../../report/junit-report.ts";
import type { Report } from "../../report/report.ts";
import { terminalReport } from "../../report/terminal-report.ts";
import type { JudgingChoice } from "./chosen-clauses.ts";

/** What a report is compared with. */
export interface Comparison {
  readonly baseline?: Baseline | undefined;
  readonly last?: Last | undefined;
}

/** Reads what a report is to be compared with, before a run that may take long. Throws `UserError`. */
export async function compared({ baseline, since }: JudgingChoice, clauses: readonly Clause[]): Promise<Comparison> {
  const ids = clauses.map(({ id }) => id);
  return {
    baseline: baseline === undefined ? undefined : await orUserError(() => baselineIn(baseline, ids)),
    last: since === undefined ? undefined : await lastIn(since),
  };
}

/** A target that breaks nothing has an empty baseline. */
async function baselineIn(file: string, ids: readonly string[]): Promise<Baseline> {
  return readBaseline(await readTextOrNothing(file, "the baseline"), file, ids);
}

async function lastIn(file: string): Promise<Last> {
  const text = await orUserError(() => readTextFile(file), "--since");
  return orUserError(async () => readLast(text), `--since ${file}`);
}

/** Reports to the terminal and to files. Returns the status to end with; an unwritten report is a suite error. */
export async function tell(
  ran: Report,
  { baseline, last }: Comparison,
  { json, saveJson, junit, html, github, saveHar }: ReportChoice,
  { stdout, stderr }: Output,
  har: () => Iterable<string> = () => "",
): Promise<number> {
  const report = baseline === undefined ? ran : applyBaseline(ran, baseline);
  const changes = last === undefined ? undefined : changesSince(last, report);
  const exitCode = exitCodeOf(report, changes);
  const document = reportJson({ ...report, ...(changes !== undefined && { changes }), exitCode });
  stdout.write(json ? printedJson(document) : terminalReport(report, screenOf(stdout, process.env), changes));
  if (!json && (github || process.env.GITHUB_ACTIONS === "true")) stdout.write(githubReport(report));
  const unwritten = await writeReports([
    { file: saveJson, text: async () => document },
    { file: junit, text: () => junitReport(report) },
    { file: saveHar, text: har },
    { file: html, text: () => htmlReport(report) },
  ]);
  if (unwritten.length === 0) return exitCode;
  stderr.write(`error: ${unwritten.join("\n")}\n`);
  return STATUS.broken;
}
