import { type JunitCase, type JunitOutcome, type JunitSuite, junitXml } from "../../src/report/junit.ts";
import type { ClauseResult, Report } from "./report.ts";
import { subjectOf } from "./subject.ts";
import { type Area, areasOf, isNewlyBroken } from "./tally.ts";
import type { Verdict } from "./verdict.ts";
import { asideOf, verdictWords } from "./verdict-words.ts";

/**
 * Returns the report as JUnit XML, which has no observations and no lacks: an observed clause passes and says what was
 * seen, one that could not run is skipped and says why.
 */
export function junitReport(report: Report): string {
  const suites = [...areasOf(report.results).map(suiteOf), ...suiteOfFaults(report), ...suiteOfBaseline(report)];
  return junitXml(subjectOf(report).command, suites, report.startedAt, report.durationMs);
}

function suiteOf({ name, kind, results }: Area): JunitSuite {
  return { name: name + asideOf({ kind }), cases: results.map(caseOf) };
}

function caseOf(result: ClauseResult): JunitCase {
  const { clause, verdict, durationMs } = result;
  const outcome = outcomeOf(result);
  return { name: clause.id, durationMs, ...(outcome && { outcome }), output: outputOf(verdict) };
}

function outcomeOf(result: ClauseResult): JunitOutcome | null {
  switch (result.verdict.kind) {
    case "held":
    case "observed":
      return null;
    case "broken":
      return isNewlyBroken(result) ? fault("failure", "broken", result) : skipped(result);
    case "could-not-run":
    case "opted-out":
      return skipped(result);
    case "suite-error":
      return fault("error", "suite-error", result);
  }
}

function fault(kind: "failure" | "error", type: string, { clause, verdict }: ClauseResult): JunitOutcome {
  const { reason = "" } = verdict;
  const details = [clause.text, `Section: ${clause.section}`, reason].filter((line) => line !== "").join("\n");
  return { kind, type, message: firstLine(reason) || verdictWords[verdict.kind], details };
}

function skipped(result: ClauseResult): JunitOutcome {
  return { kind: "skipped", message: skippedMessage(result) };
}

function skippedMessage({ verdict, known }: ClauseResult): string {
  if (known !== undefined) return `broken, and known to be${known === "" ? "" : `: ${known}`}`;
  const lack = verdict.needs === undefined ? "" : ` (needs ${verdict.needs})`;
  return `${verdictWords[verdict.kind]}${lack}: ${verdict.reason ?? "no reason given"}`;
}

function outputOf({ kind, reason = "", observations }: Verdict): string {
  const seen = observations.map(({ clause, text }) => `observed: ${clause}: ${text}`);
  return seen.length === 0 && kind === "observed" ? `observed: ${reason}` : seen.join("\n");
}

function suiteOfFaults({ results, suiteErrors }: Report): readonly JunitSuite[] {
  const nothing = results.length === 0 ? ["Nothing was selected, so nothing is known."] : [];
  const cases = [...nothing, ...suiteErrors].map((text, index) =>
    plainCase(`fault ${index + 1}`, { kind: "error", type: "suite-error", message: firstLine(text), details: text }),
  );
  return cases.length === 0 ? [] : [{ name: "the suite itself", cases }];
}

function suiteOfBaseline({ baseline }: Report): readonly JunitSuite[] {
  const message = "It is in the baseline, but not broken any more. Take it out.";
  const outcome = { kind: "failure", type: "broken", message, details: message } as const;
  const cases = (baseline?.stale ?? []).map((clause) => plainCase(clause, outcome));
  return cases.length === 0 ? [] : [{ name: "baseline", cases }];
}

function plainCase(name: string, outcome: JunitOutcome): JunitCase {
  return { name, durationMs: 0, outcome };
}

function firstLine(text: string): string {
  return text.split(/\r\n|\n|\r/, 1)[0] ?? "";
}
