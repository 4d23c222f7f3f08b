import { type JunitCase, type JunitSuite, junitXml } from "../src/report/junit.ts";
import { type ScenarioReport, type StepResult, unmetTexts } from "./result.ts";

/** Returns the report as JUnit XML: a test suite for each scenario, a test case for each step. */
export function scenarioXml({ scenarios, notRun, fault, startedAt }: ScenarioReport): string {
  const suites: JunitSuite[] = scenarios.map(({ name, file, steps }) => ({ name, file, cases: steps.map(caseOf) }));
  if (fault !== null) {
    // A reader of the report alone must not take a run that ended early for one that passed.
    const details = `${fault}${notRun.length === 0 ? "" : `\nnot run: ${notRun.join(", ")}`}`;
    const outcome = { kind: "error", type: "fault", message: fault, details } as const;
    suites.push({ name: "saldo scenario run", cases: [{ name: "comes to its end", durationMs: 0, outcome }] });
  }
  return junitXml("saldo scenario", suites, startedAt);
}

function caseOf(step: StepResult): JunitCase {
  const { name, durationMs, state, description, request, status, worldTime } = step;
  const texts = unmetTexts(step);
  const [first = ""] = texts;
  const details = texts.join("\n");
  return {
    name,
    durationMs,
    properties: {
      description,
      request: request === null ? "" : `${request.method} ${request.path}`,
      status: String(status ?? ""),
      virtualTime: worldTime ?? "",
    },
    ...(state === "failed" && {
      outcome: { kind: "failure", type: "unmet", message: first.replace("\n", ", "), details },
    }),
    ...(state === "not-run" && { outcome: { kind: "skipped", message: "a step before it failed or led past it" } }),
    ...(state === "retried" && { output: details }),
  };
}
