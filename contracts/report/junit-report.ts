import { type JunitCase, type JunitOutcome, type JunitSuite, junitXml } from "../../src/report/junit.ts";
import { fixText } from "./fix.ts";
import type { ClauseResult, Report } from "./report.ts";
import { type Area, areasOf, kindWords, verdictWords } from "./tally.ts";

/** Returns JUnit XML: an observed clause passes with what was seen, one not judged is skipped with its reason. */
export function junitReport(report: Report): string {
  const { kind } = report.target;
  const name = kind === "receiver" || kind === "caller" ? `saldo ${kind} check` : "saldo contract";
  const suites = [...areasOf(report.results).map(suiteOf), ...suiteOfStale(report)];
  return junitXml(name, suites, report.startedAt, report.durationMs);
}

function suiteOf({ name, kind, results }: Area): JunitSuite {
  return { name: kind === "documented" ? name : `${name} (${kindWords[kind]})`, cases: results.map(caseOf) };
}

function caseOf(result: ClauseResult): JunitCase {
  const outcome = outcomeOf(result);
  const output = result.observations.map((text) => `observed: ${text}`).join("\n");
  return { name: result.id, durationMs: 0, ...(outcome && { outcome }), output };
}

function outcomeOf(result: ClauseResult): JunitOutcome | undefined {
  const { verdict, known, reason = verdictWords[verdict] } = result;
  if (known !== undefined) return { kind: "skipped", message: `broken, and known to be${known && `: ${known}`}` };
  if (verdict === "broken") return fault("failure", result);
  if (verdict === "suite-error") return fault("error", result);
  if (verdict === "passed" || verdict === "observed") return undefined;
  return { kind: "skipped", message: `${verdictWords[verdict]}: ${reason}` };
}

function fault(kind: "failure" | "error", { verdict, text, section, fix, reason = "" }: ClauseResult): JunitOutcome {
  const details = [text, `Section: ${section}`, reason, ...(fix ? [fixText(fix)] : [])].join("\n");
  return { kind, type: verdict, message: reason.split(/\r\n|\n|\r/, 1)[0] ?? "", details };
}

function suiteOfStale({ stale }: Report): readonly JunitSuite[] {
  const message = "It is in the baseline, and not broken any more. Take it out.";
  const outcome = { kind: "failure", type: "broken", message, details: message } as const;
  return stale.length === 0
    ? []
    : [{ name: "baseline", cases: stale.map((name) => ({ name, durationMs: 0, outcome })) }];
}
