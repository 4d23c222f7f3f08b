import { type JunitCase, type JunitSuite, junitXml } from "../../src/report/junit.ts";
import type { ClauseResult, Report } from "./report.ts";
import { subjectOf } from "./subject.ts";
import { type Area, areasOf, isNewlyBroken } from "./tally.ts";
import type { Verdict } from "./verdict.ts";
import { asideOf, verdictWords } from "./verdict-words.ts";

/**
 * The report for whatever shows JUnit's XML. It knows no observation and no lack: the first passes and says what was seen,
 * the second is skipped and says why.
 */
export function junitReport(report: Report): string {
  const suites = [...areasOf(report.results).map(suiteOf), ...suiteOfFaults(report), ...suiteOfBaseline(report)];
  const { startedAt, durationMs } = report;
  return junitXml({ name: subjectOf(report).command, startedAt, durationMs, suites });
}

const types: Readonly<Record<JunitCase["outcome"], string | undefined>> = {
  pass: undefined,
  skipped: undefined,
  failure: "broken",
  error: "suite-error",
};

function suiteOf({ name, kind, results }: Area): JunitSuite {
  return { name: name + asideOf({ kind }), cases: results.map(caseOf) };
}

function caseOf(result: ClauseResult): JunitCase {
  const { clause, verdict, durationMs } = result;
  const outcome = outcomeOf(result);
  const reason = verdict.reason ?? "";
  const what = outcome === "skipped" ? skippedMessage(result) : firstLine(reason);
  return {
    name: clause.id,
    durationMs,
    outcome,
    type: types[outcome],
    message: what === "" ? verdictWords[verdict.kind] : what,
    details: [clause.text, `Section: ${clause.section}`, reason].filter((line) => line !== "").join("\n"),
    output: outputOf(verdict),
  };
}

function outcomeOf(result: ClauseResult): JunitCase["outcome"] {
  switch (result.verdict.kind) {
    case "held":
    case "observed":
      return "pass";
    case "broken":
      return isNewlyBroken(result) ? "failure" : "skipped";
    case "could-not-run":
    case "opted-out":
      return "skipped";
    case "suite-error":
      return "error";
  }
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
  const faults = [...nothing, ...suiteErrors];
  return plainSuite("the suite itself", faults, (text, index) => ({
    name: `fault ${index + 1}`,
    outcome: "error",
    text,
  }));
}

function suiteOfBaseline({ baseline }: Report): readonly JunitSuite[] {
  return plainSuite("baseline", baseline?.stale ?? [], (clause) => ({
    name: clause,
    outcome: "failure",
    text: "It is in the baseline, but not broken any more. Take it out.",
  }));
}

function plainSuite(
  name: string,
  texts: readonly string[],
  told: (text: string, index: number) => { name: string; outcome: JunitCase["outcome"]; text: string },
): readonly JunitSuite[] {
  if (texts.length === 0) return [];
  const cases = texts.map(told).map((one) => ({
    name: one.name,
    outcome: one.outcome,
    type: types[one.outcome],
    durationMs: 0,
    message: firstLine(one.text),
    details: one.text,
  }));
  return [{ name, cases }];
}

function firstLine(text: string): string {
  return text.split(/\r\n|\n|\r/, 1)[0] ?? "";
}
