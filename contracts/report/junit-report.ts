import { escapeLines, escapeMarkup } from "../../src/report/markup.ts";
import type { ClauseResult, Report } from "./report.ts";
import { subjectOf } from "./subject.ts";
import { type Area, areasOf, isNewlyBroken } from "./tally.ts";
import type { Verdict } from "./verdict.ts";
import { asideOf, verdictWords } from "./verdict-words.ts";

interface Case {
  readonly name: string;
  readonly durationMs: number;
  readonly outcome: "pass" | "failure" | "error" | "skipped";
  readonly message: string;
  readonly details: string;
  readonly output: string;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/**
 * The report for whatever shows JUnit's XML. It knows no observation and no lack: the first passes and says what was seen,
 * the second is skipped and says why.
 */
export function junitReport(report: Report): string {
  const suites = [...areasOf(report.results).map(suiteOf), ...suiteOfFaults(report), ...suiteOfBaseline(report)];
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${subjectOf(report).command}" ${numbers(all, report.durationMs)}>`,
    ...suites.flatMap((suite) => suiteLines(suite, report)),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteOf({ name, kind, results }: Area): Suite {
  return { name: name + asideOf({ kind }), cases: results.map(caseOf) };
}

function caseOf(result: ClauseResult): Case {
  const { clause, verdict, durationMs } = result;
  const outcome = outcomeOf(result);
  const reason = verdict.reason ?? "";
  const what = outcome === "skipped" ? skippedMessage(result) : firstLine(reason);
  return {
    name: clause.id,
    durationMs,
    outcome,
    message: what === "" ? verdictWords[verdict.kind] : what,
    details: [clause.text, `Section: ${clause.section}`, reason].filter((line) => line !== "").join("\n"),
    output: outputOf(verdict),
  };
}

function outcomeOf(result: ClauseResult): Case["outcome"] {
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

function suiteOfFaults({ results, suiteErrors }: Report): readonly Suite[] {
  const nothing = results.length === 0 ? ["Nothing was selected, so nothing is known."] : [];
  const faults = [...nothing, ...suiteErrors];
  return plainSuite("the suite itself", faults, (text, index) => ({
    name: `fault ${index + 1}`,
    outcome: "error",
    text,
  }));
}

function suiteOfBaseline({ baseline }: Report): readonly Suite[] {
  return plainSuite("baseline", baseline?.stale ?? [], (clause) => ({
    name: clause,
    outcome: "failure",
    text: "It is in the baseline, but not broken any more. Take it out.",
  }));
}

function plainSuite(
  name: string,
  texts: readonly string[],
  told: (text: string, index: number) => { name: string; outcome: Case["outcome"]; text: string },
): readonly Suite[] {
  if (texts.length === 0) return [];
  const cases = texts.map(told).map((one) => ({
    ...one,
    durationMs: 0,
    message: firstLine(one.text),
    details: one.text,
    output: "",
  }));
  return [{ name, cases }];
}

function suiteLines({ name, cases }: Suite, { startedAt }: Report): readonly string[] {
  const durationMs = cases.reduce((sum, one) => sum + one.durationMs, 0);
  // Readers know no zone here; the instant is in UTC.
  const timestamp = escapeMarkup(startedAt.replace(/(\.\d+)?Z$/, ""));
  return [
    `  <testsuite name="${escapeMarkup(name)}" ${numbers(cases, durationMs)} timestamp="${timestamp}">`,
    ...cases.map((one) => caseElement(one, name)),
    "  </testsuite>",
  ];
}

function caseElement(one: Case, suite: string): string {
  const start = `    <testcase classname="${escapeMarkup(suite)}" name="${escapeMarkup(one.name)}" time="${seconds(one.durationMs)}"`;
  const children = [...outcomeElement(one), ...outputElement(one)];
  if (children.length === 0) return `${start} />`;
  return [`${start}>`, ...children, "    </testcase>"].join("\n");
}

function outcomeElement({ outcome, message, details }: Case): readonly string[] {
  if (outcome === "pass") return [];
  // Older schemas allow no content in `skipped`, so that its message has the whole reason.
  if (outcome === "skipped") return [`      <skipped message="${escapeMarkup(message)}" />`];
  const type = outcome === "failure" ? "broken" : "suite-error";
  return [`      <${outcome} message="${escapeMarkup(message)}" type="${type}">${escapeLines(details)}</${outcome}>`];
}

function outputElement({ output }: Case): readonly string[] {
  return output === "" ? [] : [`      <system-out>${escapeLines(output)}</system-out>`];
}

function numbers(cases: readonly Case[], durationMs: number): string {
  const count = (outcome: Case["outcome"]) => cases.filter((one) => one.outcome === outcome).length;
  return [
    `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`,
    `skipped="${count("skipped")}" time="${seconds(durationMs)}"`,
  ].join(" ");
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

function firstLine(text: string): string {
  return text.split(/\r\n|\n|\r/, 1)[0] ?? "";
}
