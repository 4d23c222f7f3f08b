import { exitCodeOf } from "./exit-code.ts";
import type { Report } from "./report.ts";
import { ofKind, tallyOf } from "./tally.ts";

/** Grows when a program that reads the older form could misread the newer one. */
const reportFormat = 1;

/** The report for programs, as `report.schema.json` describes it. Everything is in it, in full length. */
export function jsonReport(report: Report): string {
  const recommended = ofKind(report.results, "recommendation");
  const document = {
    format: reportFormat,
    exitCode: exitCodeOf(report),
    counts: {
      documented: tallyOf(ofKind(report.results, "documented")),
      assumption: tallyOf(ofKind(report.results, "assumption")),
      ...(recommended.length > 0 && { recommendation: tallyOf(recommended) }),
    },
    ...report,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
