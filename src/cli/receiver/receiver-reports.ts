import { exitCodeOf } from "../../../contracts-old/report/exit-code.ts";
import { githubReport } from "../../../contracts-old/report/github-report.ts";
import { htmlReport } from "../../../contracts-old/report/html-report.ts";
import { jsonReport } from "../../../contracts-old/report/json-report.ts";
import { junitReport } from "../../../contracts-old/report/junit-report.ts";
import type { Report } from "../../../contracts-old/report/report.ts";
import { terminalReport } from "../../../contracts-old/report/terminal-report.ts";
import { screenOf } from "../../report/screen.ts";
import type { ClauseChoice } from "../contract/chosen-clauses.ts";
import { STATUS } from "../ended.ts";
import type { Output } from "../output.ts";
import { writeReports } from "../report-files.ts";

/** Reports without an overlay. Returns what could not be written. */
export async function tellReport(
  report: Report,
  { json, junit, html, github }: ClauseChoice,
  { stdout }: Output,
): Promise<readonly string[]> {
  stdout.write(terminalReport(report, screenOf(stdout, process.env)));
  if (github || process.env.GITHUB_ACTIONS === "true") stdout.write(githubReport(report));
  return writeReports([
    { file: json, text: () => jsonReport(report) },
    { file: junit, text: () => junitReport(report) },
    { file: html, text: () => htmlReport(report) },
  ]);
}

/** Returns the status that a run ends with; a report that could not be written counts as a fault of the suite. */
export function statusOf(report: Report, unwritten: readonly string[], { stderr }: Output): number {
  if (unwritten.length === 0) return exitCodeOf(report);
  stderr.write(`error: ${unwritten.join("\n")}\n`);
  return STATUS.broken;
}
